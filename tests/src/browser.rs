//! The three browsers: where they are, how each is started with its driver.

use std::fmt;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::process::Process;

/// How long a driver may take until it listens.
const START: Duration = Duration::from_secs(20);

/// How long a browser may take until it opens a window.
const OPEN: Duration = Duration::from_secs(60);

/// A browser engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Chromium with chromedriver.
    Chromium,
    /// Firefox with geckodriver.
    Firefox,
    /// WebKitGTK's MiniBrowser with `WebKitWebDriver`, on a display of its own.
    WebKit,
}

impl Kind {
    /// The three.
    pub const ALL: [Self; 3] = [Self::Chromium, Self::Firefox, Self::WebKit];

    /// The name that begins a test's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What Chromium writes down while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watch {
    /// What goes wrong.
    Log,
    /// Also every task of every thread, which costs some time of each.
    Tasks,
}

/// A browser found on this machine.
#[derive(Clone, Debug)]
struct Installed {
    driver: PathBuf,
    browser: PathBuf,
    /// The X server, for the one browser that knows no headless way.
    display: Option<PathBuf>,
}

/// The browsers of this machine, and the one display that all windows share.
#[derive(Debug)]
pub struct Fleet {
    found: [std::result::Result<Installed, String>; 3],
    display: Mutex<Option<Display>>,
}

impl Fleet {
    /// Looks for the browsers and drivers in `tools/bin`, then on the PATH.
    #[must_use]
    pub fn find(tools: Option<&Path>) -> Self {
        let mut folders: Vec<PathBuf> = tools.iter().map(|tools| tools.join("bin")).collect();
        folders.extend(std::env::split_paths(
            &std::env::var_os("PATH").unwrap_or_default(),
        ));
        let program = |names: &[&str]| -> std::result::Result<PathBuf, String> {
            folders
                .iter()
                .flat_map(|folder| names.iter().map(|name| folder.join(name)))
                .find(|path| path.is_file())
                .ok_or_else(|| format!("{} is not installed", names.join(" or ")))
        };
        let find = |kind| match kind {
            Kind::Chromium => Ok(Installed {
                browser: program(&["chromium", "chromium-browser", "google-chrome"])?,
                driver: program(&["chromedriver"])?,
                display: None,
            }),
            Kind::Firefox => Ok(Installed {
                browser: program(&["firefox-esr", "firefox"])?,
                driver: program(&["geckodriver"])?,
                display: None,
            }),
            Kind::WebKit => Ok(Installed {
                driver: program(&["WebKitWebDriver"])?,
                browser: mini_browser().ok_or("WebKitGTK's MiniBrowser is not installed")?,
                display: Some(program(&["Xvfb"])?),
            }),
        };
        Self {
            found: Kind::ALL.map(find),
            display: Mutex::new(None),
        }
    }

    /// Why this browser cannot be tested, or `None` if it can.
    #[must_use]
    pub fn lacks(&self, kind: Kind) -> Option<&str> {
        self.found[kind as usize].as_ref().err().map(String::as_str)
    }

    /// Starts a driver, and by it a fresh browser with one window.
    ///
    /// A driver for each session, not one for all: geckodriver and WebKitWebDriver
    /// hold one session only, and what one test breaks must not reach the next.
    ///
    /// # Errors
    /// When it is not installed, does not start, or does not listen in time.
    pub(crate) async fn open(&self, kind: Kind, watch: Watch) -> Result<Session> {
        let installed = match &self.found[kind as usize] {
            Ok(installed) => installed,
            Err(reason) => bail!("{kind} not tested: {reason}"),
        };
        let home = tempfile::Builder::new().prefix("morpion-").tempdir()?;
        let log = home.path().join("driver.log");
        let mut command = Command::new(&installed.driver);
        // All that a browser writes goes into a folder that is removed with it.
        for variable in [
            "HOME",
            "TMPDIR",
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
            "XDG_DATA_HOME",
            "XDG_RUNTIME_DIR",
        ] {
            command.env(variable, home.path());
        }
        if let Some(server) = &installed.display {
            command
                .env("DISPLAY", self.display(server)?)
                .env_remove("WAYLAND_DISPLAY")
                .env("NO_AT_BRIDGE", "1")
                .env("LIBGL_ALWAYS_SOFTWARE", "1")
                // Its sandbox asks for rights that root in a container has not; it
                // opens no page but ours.
                .env("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1");
        }
        let port = free_port()?;
        let output = File::create(&log)?;
        command
            .arg(format!("--port={port}"))
            // Else each asks for the same second port.
            .args((kind == Kind::Firefox).then_some("--websocket-port=0"))
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output);
        let mut driver = Process::start(&mut command)?;
        let told = || std::fs::read_to_string(&log).unwrap_or_default();
        let deadline = Instant::now() + START;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if let Some(status) = driver.ended() {
                bail!("the driver of {kind} ended with {status}: {}", told());
            }
            if Instant::now() > deadline {
                bail!("the driver of {kind} does not listen: {}", told());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut wanted = capabilities(kind, &installed.browser, home.path());
        if watch == Watch::Tasks {
            wanted["goog:loggingPrefs"]["performance"] = json!("ALL");
            wanted["goog:chromeOptions"]["perfLoggingPrefs"] = json!({
                "enableNetwork": false,
                "enablePage": false,
                "traceCategories": "toplevel,devtools.timeline",
            });
        }
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let Json::Object(wanted) = wanted {
            builder.capabilities(wanted);
        }
        let url = format!("http://127.0.0.1:{port}");
        let client = tokio::time::timeout(OPEN, builder.connect(&url))
            .await
            .with_context(|| format!("{kind} opens no window: {}", told()))?
            .with_context(|| format!("{kind} opens no window: {}", told()))?;
        Ok(Session {
            client,
            _driver: driver,
            _home: home,
        })
    }

    /// The display that windows open on, started when first asked for.
    fn display(&self, server: &Path) -> Result<String> {
        let mut slot = self.display.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            *slot = Some(Display::start(server)?);
        }
        Ok(slot
            .as_ref()
            .map(|display| display.name.clone())
            .unwrap_or_default())
    }
}

/// A browser with its driver. The browser is closed by [`Session::close`], or killed
/// with its driver on drop.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) client: Client,
    // Dropped in this order: the folder is removed once nobody writes in it.
    _driver: Process,
    _home: TempDir,
}

impl Session {
    /// Closes the browser, so that it leaves nothing behind.
    pub(crate) async fn close(self) {
        // If it does not answer it is killed on drop all the same.
        let _ = tokio::time::timeout(Duration::from_secs(5), self.client.clone().close()).await;
    }
}

/// An X server without a screen.
#[derive(Debug)]
struct Display {
    name: String,
    _server: Process,
}

impl Display {
    fn start(server: &Path) -> Result<Self> {
        let mut process = Process::start(
            Command::new(server)
                .args([
                    "-displayfd",
                    "1",
                    "-screen",
                    "0",
                    "1400x1200x24",
                    "-nolisten",
                    "tcp",
                ])
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        )?;
        let output = process.take_stdout().context("Xvfb has no output")?;
        // It writes the number of the display it has taken, once it is ready.
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number)?;
        let number: u32 = number
            .trim()
            .parse()
            .with_context(|| format!("Xvfb takes no display: {number:?}"))?;
        Ok(Self {
            name: format!(":{number}"),
            _server: process,
        })
    }
}

/// A port that nobody listens on now. The driver is started at once, and tells by its
/// end if somebody was faster.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port")?;
    Ok(listener.local_addr()?.port())
}

/// Debian and others keep the MiniBrowser beside the library, in a folder named by
/// machine and version.
fn mini_browser() -> Option<PathBuf> {
    let folders = |parent: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(parent)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect()
    };
    let mut parents = vec![
        PathBuf::from("/usr/lib"),
        "/usr/libexec".into(),
        "/usr/lib64".into(),
    ];
    parents.extend(folders(Path::new("/usr/lib")));
    let mut found: Vec<PathBuf> = parents
        .iter()
        .flat_map(|parent| folders(parent))
        .filter(|folder| folder.to_string_lossy().contains("/webkit"))
        .map(|folder| folder.join("MiniBrowser"))
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found.pop()
}

fn capabilities(kind: Kind, browser: &Path, home: &Path) -> Json {
    let browser = browser.to_string_lossy();
    match kind {
        Kind::Chromium => json!({
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "binary": browser,
                "args": [
                    "--headless=new",
                    // Root, as CI often is, may not use the sandbox, and no page but
                    // ours is opened.
                    "--no-sandbox",
                    "--disable-dev-shm-usage",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--window-size=1280,1000",
                    format!("--user-data-dir={}", home.join("profile").display()),
                ],
            },
        }),
        Kind::Firefox => json!({
            "moz:firefoxOptions": {
                "binary": browser,
                "args": ["-headless", "--width=1280", "--height=1000"],
                "prefs": {
                    "app.update.disabledForTesting": true,
                    "datareporting.policy.dataSubmissionEnabled": false,
                    "network.captive-portal-service.enabled": false,
                    "network.connectivity-service.enabled": false,
                },
            },
        }),
        Kind::WebKit => json!({
            "webkitgtk:browserOptions": {
                "binary": browser,
                "args": ["--automation", "--geometry=1280x1000"],
            },
        }),
    }
}

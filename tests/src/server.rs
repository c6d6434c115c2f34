//! A static host for the built book: one folder, an optional prefix, a strict
//! Content-Security-Policy, and a list of every request with its answer.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::oneshot;

/// The policy that every page of the book must live with.
pub const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data:; manifest-src 'self'; frame-src 'self'; \
     object-src 'none'; base-uri 'self'; form-action 'none'";

/// What listens for errors in a page; see `spy.js`.
pub(crate) const SPY: &str = include_str!("spy.js");

/// Where the spy is served, under the site's prefix. No page of a book has this name.
const SPY_PATH: &str = "morpion-tests-spy.js";

/// What to serve, and how.
#[derive(Clone, Debug)]
pub struct Site {
    root: PathBuf,
    prefix: String,
    missing: &'static [&'static str],
    late: Option<(&'static str, Duration)>,
    spied: bool,
}

impl Site {
    /// The folder `root` served at `/`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            prefix: "/".to_owned(),
            missing: &[],
            late: None,
            spied: false,
        }
    }

    /// Serves the folder under `prefix`, which begins and ends with a slash; all
    /// else is then not found.
    #[must_use]
    pub fn under(mut self, prefix: &str) -> Self {
        assert!(
            prefix.starts_with('/') && prefix.ends_with('/'),
            "prefix {prefix:?} must begin and end with a slash"
        );
        prefix.clone_into(&mut self.prefix);
        self
    }

    /// Answers 404 to every path that holds all of these.
    #[must_use]
    pub fn without(mut self, parts: &'static [&'static str]) -> Self {
        self.missing = parts;
        self
    }

    /// Answers to every path that holds `part` only after a while, as a slow line does.
    #[must_use]
    pub fn late(mut self, part: &'static str, after: Duration) -> Self {
        self.late = Some((part, after));
        self
    }

    /// Adds the spy script as the first element of every page's head, for the
    /// browsers whose driver cannot run a script that early.
    #[must_use]
    pub fn spied(mut self) -> Self {
        self.spied = true;
        self
    }

    /// What the path of a request stands for: type and content, or `None` for 404.
    fn answer(&self, path: &str, added: &Added) -> Option<(String, Vec<u8>)> {
        let relative = path.strip_prefix(self.prefix.as_str())?;
        if self.spied && relative == SPY_PATH {
            return Some(("text/javascript".to_owned(), SPY.into()));
        }
        if !self.missing.is_empty() && self.missing.iter().all(|part| path.contains(part)) {
            return None;
        }
        let relative = decode(relative)?;
        let safe = Path::new(&relative)
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)));
        if !safe {
            return None;
        }
        let mut file = self.root.join(&relative);
        if relative.is_empty() || relative.ends_with('/') {
            file.push("index.html");
        }
        let content = match added.get(&relative) {
            Some(page) => page.clone().into_bytes(),
            None => std::fs::read(&file).ok()?,
        };
        let mime = mime_guess::from_path(&file).first_or_octet_stream();
        if mime.subtype() == "html" && self.spied {
            return Some((mime.to_string(), self.with_spy(&content)));
        }
        Some((mime.to_string(), content))
    }

    fn with_spy(&self, page: &[u8]) -> Vec<u8> {
        let page = String::from_utf8_lossy(page);
        let tag = format!(r#"<head><script src="{}{SPY_PATH}"></script>"#, self.prefix);
        page.replacen("<head>", &tag, 1).into_bytes()
    }
}

/// The bytes behind `%` escapes; `None` where they are no UTF-8 text.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

/// One request and the status it was answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The path as asked for, prefix included, query left out.
    pub path: String,
    /// 200 or 404.
    pub status: u16,
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status, self.path)
    }
}

/// Pages that a test has added, by their paths in the folder.
type Added = BTreeMap<String, String>;

/// What the host's thread and the test share.
#[derive(Debug, Default)]
struct Shared {
    log: Mutex<Vec<Request>>,
    added: Mutex<Added>,
}

impl Shared {
    fn log(&self) -> MutexGuard<'_, Vec<Request>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn added(&self) -> MutexGuard<'_, Added> {
        self.added.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running host; it stops when the value is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    site: Site,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves `site` on a port of this machine that is free.
    ///
    /// # Errors
    /// When no port can be had.
    pub fn start(site: Site) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port")?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::<Shared>::default();
        let router = Router::new()
            .fallback(handle)
            .with_state((Arc::new(site.clone()), Arc::clone(&shared)));
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        // A thread of its own: a test may block while the browser asks for files.
        let thread = std::thread::spawn(move || {
            runtime.block_on(async {
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
                    return;
                };
                tokio::select! {
                    _ = stopped => {}
                    _ = axum::serve(listener, router) => {}
                }
            });
        });
        Ok(Self {
            address,
            site,
            shared,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The address of a page given by its path in the folder.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{}{path}", self.address, self.site.prefix)
    }

    /// The content of a file as it lies in the folder, untouched by any option.
    ///
    /// # Errors
    /// When it cannot be read or is no text.
    pub fn source(&self, path: &str) -> Result<String> {
        let file = self.site.root.join(path);
        std::fs::read_to_string(&file).with_context(|| format!("{} not read", file.display()))
    }

    /// Every request so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.shared.log().clone()
    }

    /// Serves `page` from now on at a path in the folder, as if it lay there.
    pub fn put(&self, path: &str, page: String) {
        self.shared.added().insert(path.to_owned(), page);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // Nothing to do about a panic of the host: the test has failed by then.
            let _ = thread.join();
        }
    }
}

async fn handle(State((site, shared)): State<(Arc<Site>, Arc<Shared>)>, uri: Uri) -> Response {
    let path = uri.path().to_owned();
    let answer = site.answer(&path, &shared.added());
    if let Some((part, after)) = site.late
        && path.contains(part)
    {
        tokio::time::sleep(after).await;
    }
    let status = if answer.is_some() {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    };
    shared.log().push(Request {
        path,
        status: status.as_u16(),
    });
    let (mime, content) = answer.unwrap_or_else(|| ("text/plain".to_owned(), b"404".to_vec()));
    let headers = [
        (header::CONTENT_TYPE, mime),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
        // Every test sees every request, whatever an earlier page has loaded.
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (status, headers, content).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("infini")).unwrap();
        for (file, content) in [
            ("index.html", "<html><head><title>t</title></head></html>"),
            ("infini/règles.html", "rules"),
            ("m.wasm", "\0asm"),
        ] {
            std::fs::write(folder.path().join(file), content).unwrap();
        }
        folder
    }

    #[test]
    fn a_path_is_found_or_not() {
        let folder = folder();
        let site = Site::new(folder.path());
        let rows = [
            ("/", Some("text/html")),
            ("/index.html", Some("text/html")),
            ("/infini/r%C3%A8gles.html", Some("text/html")),
            ("/m.wasm", Some("application/wasm")),
            ("/infini/", None),
            ("/none.html", None),
            ("/infini/../m.wasm", None),
            ("/infini/%2e%2e/m.wasm", None),
            ("/%2fetc/hostname", None),
            ("/%zz", None),
            ("/%c3", None),
        ];
        for (path, mime) in rows {
            let answer = site.answer(path, &Added::new());
            assert_eq!(
                answer.as_ref().map(|(mime, _)| mime.as_str()),
                mime,
                "{path}"
            );
        }
    }

    #[test]
    fn a_prefix_hides_the_rest() {
        let folder = folder();
        let site = Site::new(folder.path()).under("/morpion/");
        assert!(site.answer("/morpion/m.wasm", &Added::new()).is_some());
        assert!(site.answer("/m.wasm", &Added::new()).is_none());
        assert!(site.answer("/morpion", &Added::new()).is_none());
    }

    #[test]
    fn a_missing_file_is_missing_and_a_spied_page_is_spied() {
        let folder = folder();
        let site = Site::new(folder.path())
            .under("/a/")
            .without(&["/m", ".wasm"])
            .spied();
        assert!(site.answer("/a/m.wasm", &Added::new()).is_none());
        let (_, page) = site.answer("/a/", &Added::new()).unwrap();
        assert_eq!(
            String::from_utf8(page).unwrap(),
            r#"<html><head><script src="/a/morpion-tests-spy.js"></script><title>t</title></head></html>"#
        );
        let (_, spy) = site
            .answer("/a/morpion-tests-spy.js", &Added::new())
            .unwrap();
        assert_eq!(spy, SPY.as_bytes());
    }

    #[test]
    fn every_request_is_written_down() {
        use std::io::{Read as _, Write as _};
        let folder = folder();
        let server = Server::start(Site::new(folder.path())).unwrap();
        let mut answers = Vec::new();
        server.put("infini/new.html", "<p>added".to_owned());
        for path in ["/m.wasm?x=1", "/none", "/infini/new.html"] {
            let mut stream = std::net::TcpStream::connect(server.address).unwrap();
            write!(
                stream,
                "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            )
            .unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answers.push(answer);
        }
        assert!(
            answers[0].contains("content-type: application/wasm"),
            "{}",
            answers[0]
        );
        assert!(answers[0].contains(POLICY), "{}", answers[0]);
        assert!(answers[2].ends_with("<p>added"), "{}", answers[2]);
        let seen: Vec<_> = server.requests().iter().map(ToString::to_string).collect();
        assert_eq!(seen, ["200 /m.wasm", "404 /none", "200 /infini/new.html"]);
    }
}

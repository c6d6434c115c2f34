//! `cargo xtask serve`: the book on localhost, rebuilt and reloaded as it changes.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Response, StatusCode, Uri, header};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::get;
use futures_util::{Stream, stream};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::pipeline;
use crate::report::{Report, seconds};
use crate::watch::{Change, Watch};
use crate::workspace::Workspace;

/// What every page may do, as the pages say themselves in a `<meta>`.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
    manifest-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'self'; \
    form-action 'none'";

/// Reloads the page when the server tells another build than the first one that it
/// told: after a rebuild, and after a restart of the server too.
const RELOAD_SCRIPT: &str = "\
{
    let known;
    new EventSource('/__reload').onmessage = event => {
        if (known && known !== event.data) {
            location.reload();
        }
        known = event.data;
    };
}
";
/// Written into served pages only, never into book/.
const RELOAD_TAG: &str = "<script src=\"/__reload.js\"></script>";

/// What the server's answers are made of.
struct Site {
    folder: PathBuf,
    /// Names the build that is served.
    build: watch::Sender<u64>,
}

/// Builds, serves, and follows changes until the program is interrupted.
pub(crate) fn run(workspace: &Workspace, port: u16) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?;
    // First, so that a busy port is told at once and not after the build.
    let listener = runtime.block_on(listen(port))?;

    let (build, _) = watch::channel(0);
    let site = Arc::new(Site {
        folder: workspace.book(),
        build,
    });
    let changes = Watch::start(workspace)?;
    let (workspace, builder) = (workspace.clone(), Arc::clone(&site));
    let following = thread::spawn(move || follow(&workspace, &changes, &builder.build, port));

    let router = Router::new()
        .route("/__reload", get(reload_events))
        .route("/__reload.js", get(async || script(RELOAD_SCRIPT)))
        .fallback(get(page))
        .with_state(site);
    runtime.block_on(async {
        let server = axum::serve(listener, router).into_future();
        let stopped = tokio::task::spawn_blocking(move || following.join());
        // Whoever ends first tells why.
        tokio::select! {
            result = server => result.map_err(anyhow::Error::from),
            result = stopped => match result {
                Ok(Ok(error)) => Err(error),
                _ => bail!("the builder stopped"),
            },
        }
    })
}

async fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .map_err(|error| {
            if error.kind() == ErrorKind::AddrInUse {
                anyhow::anyhow!(
                    "port {port} is taken: stop what uses it, or choose one with --port N"
                )
            } else {
                anyhow::Error::new(error).context(format!("cannot listen on port {port}"))
            }
        })
}

/// Builds once, then after each change; a build that fails is told, and what was
/// served stays. Gives the reason when changes can no longer be seen.
fn follow(
    workspace: &Workspace,
    changes: &Watch,
    build: &watch::Sender<u64>,
    port: u16,
) -> anyhow::Error {
    let report = Report::new(true);
    // What failed is owed to the next build, however small its own change is.
    let mut owed = Some(Change::Rust);
    let mut told = false;
    loop {
        if let Some(change) = owed {
            let start = Instant::now();
            match pipeline::rebuild(workspace, &report, change) {
                Ok(()) => {
                    owed = None;
                    build.send_replace(build_name());
                    report.say(&format!("Built in {}", seconds(start.elapsed())));
                    if !told {
                        report.say(&format!("Serving http://localhost:{port} (Ctrl-C to stop)"));
                        told = true;
                    }
                }
                Err(error) => {
                    report.say(&format!("error: {error:#}"));
                    report.say("The next change starts a new build.");
                }
            }
        }
        match changes.next() {
            Ok(change) => owed = owed.max(Some(change)),
            Err(error) => return error,
        }
    }
}

/// A name that no earlier build had, earlier runs of the server included.
fn build_name() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(1, |age| u64::try_from(age.as_millis()).unwrap_or(u64::MAX))
}

/// Tells the name of the build now, and of each later one.
async fn reload_events(
    State(site): State<Arc<Site>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut builds = site.build.subscribe();
    builds.mark_changed();
    let events = stream::unfold(builds, |mut builds| async {
        builds.changed().await.ok()?;
        let name = *builds.borrow_and_update();
        Some((Ok(Event::default().data(name.to_string())), builds))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// A file of the book.
async fn page(State(site): State<Arc<Site>>, uri: Uri) -> Response<Body> {
    let Some(name) = file_name(uri.path()) else {
        return not_found(&site.folder).await;
    };
    let path = site.folder.join(&name);
    if path.is_dir() {
        // Relative links of a folder's page need the slash.
        return redirect(&format!("{}/", uri.path()));
    }
    match tokio::fs::read(&path).await {
        Ok(content) => answer(StatusCode::OK, media_type(&name), content),
        Err(_) => not_found(&site.folder).await,
    }
}

/// The file that a path of an address means; `None` when it leaves the book.
fn file_name(path: &str) -> Option<String> {
    let decoded = percent_decode(path.trim_start_matches('/'))?;
    let mut name = decoded;
    if name.is_empty() || name.ends_with('/') {
        name.push_str("index.html");
    }
    let inside = name
        .split('/')
        .all(|part| !part.is_empty() && part != "." && part != "..");
    (inside && !name.contains(['\\', '\0'])).then_some(name)
}

/// `%C3%A9` → `é`; `None` for what is not UTF-8 so written.
pub(crate) fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let (high, low) = (rest.next()?, rest.next()?);
            let digit = |byte: u8| char::from(byte).to_digit(16);
            bytes.push(u8::try_from(digit(high)? * 16 + digit(low)?).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

async fn not_found(folder: &Path) -> Response<Body> {
    match tokio::fs::read(folder.join("404.html")).await {
        Ok(content) => answer(StatusCode::NOT_FOUND, media_type(".html"), content),
        // No book yet, or one without such a page.
        Err(_) => answer(
            StatusCode::NOT_FOUND,
            media_type(".html"),
            b"<!DOCTYPE html><html lang=\"en\"><title>Nothing here</title>\
              <p>Nothing here (yet): see the terminal.</body></html>"
                .to_vec(),
        ),
    }
}

fn script(text: &'static str) -> Response<Body> {
    answer(StatusCode::OK, media_type(".js"), text.into())
}

fn redirect(place: &str) -> Response<Body> {
    let mut response = answer(
        StatusCode::PERMANENT_REDIRECT,
        media_type(".txt"),
        Vec::new(),
    );
    // What came in as an address can go out as one.
    if let Ok(place) = HeaderValue::from_str(place) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    response
}

fn answer(status: StatusCode, media_type: &'static str, content: Vec<u8>) -> Response<Body> {
    let content = if media_type.starts_with("text/html") {
        with_reload(content)
    } else {
        content
    };
    let mut response = Response::new(Body::from(content));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The page with the script that reloads it.
fn with_reload(page: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(page) {
        Ok(page) => match page.rfind("</body>") {
            Some(end) => format!("{}{RELOAD_TAG}{}", &page[..end], &page[end..]).into_bytes(),
            None => page.into_bytes(),
        },
        Err(page) => page.into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_files_of_the_book() {
        for (path, expected) in [
            ("/", Some("index.html")),
            ("/infini/regles.html", Some("infini/regles.html")),
            ("/infini/", Some("infini/index.html")),
            ("/d%C3%A9fi.html", Some("défi.html")),
            ("/../Cargo.toml", None),
            ("/a/../../Cargo.toml", None),
            ("/%2e%2e/Cargo.toml", None),
            ("/a%2f..%2f..%2fCargo.toml", None),
            ("/a//b", None),
            ("/%ff", None),
            ("/%4", None),
            ("/%zz", None),
            ("/a%00", None),
            ("/a%5c..%5cb", None),
        ] {
            assert_eq!(file_name(path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn pages_get_the_reload_script_and_nothing_else_does() {
        assert_eq!(
            with_reload(b"<body>a</body></html>".to_vec()),
            format!("<body>a{RELOAD_TAG}</body></html>").into_bytes()
        );
        assert_eq!(with_reload(b"no end".to_vec()), b"no end");
        assert_eq!(with_reload(vec![0xff]), [0xff]);
    }

    #[test]
    fn wasm_is_served_as_such() {
        // Browsers compile a stream only of this type.
        assert_eq!(
            media_type("morpion/morpion-0a1b2c3d.wasm"),
            "application/wasm"
        );
    }

    #[test]
    fn a_busy_port_is_told_with_the_option() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()
            .unwrap();
        let error = runtime.block_on(async {
            let first = listen(0).await.unwrap();
            listen(first.local_addr().unwrap().port())
                .await
                .unwrap_err()
                .to_string()
        });
        assert!(error.contains("--port"), "{error}");
    }
}

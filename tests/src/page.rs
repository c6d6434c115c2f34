//! A page in a browser, and all that went wrong on it.

use std::cell::RefCell;
use std::future::Future;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use fantoccini::actions::{
    InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

pub use fantoccini::key::Key;

use crate::browser::{Fleet, Kind, Session, Watch};
use crate::chromium::Extension;
use crate::server::{SPY, Server, Site};

/// How long a condition may take to come true.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// Pause between two looks at a condition.
const LOOK: Duration = Duration::from_millis(20);

/// A browser window on a site served for it alone.
#[derive(Debug)]
pub struct Page {
    kind: Kind,
    session: Session,
    server: Server,
    /// What went wrong on pages that were left.
    wrong: RefCell<Vec<String>>,
    /// What the test itself brings about; see [`Page::expect`].
    expected: RefCell<Vec<String>>,
}

impl Page {
    /// Serves `site` and opens an empty window of `kind`.
    ///
    /// # Errors
    /// When the browser cannot be started.
    pub async fn start(fleet: &Fleet, kind: Kind, site: Site) -> Result<Self> {
        Self::start_watched(fleet, kind, site, Watch::Log).await
    }

    pub(crate) async fn start_watched(
        fleet: &Fleet,
        kind: Kind,
        site: Site,
        watch: Watch,
    ) -> Result<Self> {
        // Chromium runs the spy by itself and gets the pages as they were built.
        let site = if kind == Kind::Chromium {
            site
        } else {
            site.spied()
        };
        let server = Server::start(site)?;
        let session = fleet.open(kind, watch).await?;
        let page = Self {
            kind,
            session,
            server,
            wrong: RefCell::default(),
            expected: RefCell::default(),
        };
        if kind == Kind::Chromium {
            page.run_early(SPY).await?;
        }
        Ok(page)
    }

    /// The browser.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The host of the pages.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    pub(crate) fn client(&self) -> &Client {
        &self.session.client
    }

    /// Opens a page given by its path on the site.
    ///
    /// # Errors
    /// When the driver cannot load it.
    pub async fn open(&self, path: &str) -> Result<()> {
        self.note_errors().await?;
        let url = self.server.url(path);
        self.client()
            .goto(&url)
            .await
            .with_context(|| format!("{url} does not load"))
    }

    /// The browser's « back » button.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub async fn back(&self) -> Result<()> {
        self.note_errors().await?;
        self.client().back().await.context("no way back")
    }

    /// The browser's « forward » button.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub async fn forward(&self) -> Result<()> {
        self.note_errors().await?;
        self.client().forward().await.context("no way forward")
    }

    /// The address in the address bar.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub async fn url(&self) -> Result<String> {
        Ok(self.client().current_url().await?.to_string())
    }

    /// Runs the body of a function in the page and gives what it returns.
    ///
    /// # Errors
    /// When the script throws or returns another type.
    pub async fn js<T: DeserializeOwned>(&self, script: &str, arguments: Vec<Json>) -> Result<T> {
        let value = self
            .client()
            .execute(script, arguments)
            .await
            .with_context(|| format!("script failed: {script}"))?;
        serde_json::from_value(value).with_context(|| format!("unexpected result of: {script}"))
    }

    /// Waits until `condition` holds.
    ///
    /// # Errors
    /// When it does not within [`PATIENCE`]; `what` says what was waited for.
    pub async fn wait<F>(&self, what: &str, mut condition: impl FnMut() -> F) -> Result<()>
    where
        F: Future<Output = Result<bool>>,
    {
        let deadline = Instant::now() + PATIENCE;
        while !condition().await? {
            ensure!(Instant::now() < deadline, "waited in vain: {what}");
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    /// Waits until the expression is true in the page.
    ///
    /// # Errors
    /// As [`Page::wait`].
    pub async fn wait_js(&self, what: &str, expression: &str, arguments: Vec<Json>) -> Result<()> {
        let script = format!("return !!({expression})");
        self.wait(what, || self.js(&script, arguments.clone()))
            .await
    }

    /// The one element that the selector finds first.
    ///
    /// # Errors
    /// When there is none.
    pub async fn find(&self, selector: &str) -> Result<Element> {
        self.client()
            .find(Locator::Css(selector))
            .await
            .with_context(|| format!("no {selector}"))
    }

    /// A real click in the middle of an element; refused by the driver when
    /// something else lies there.
    ///
    /// # Errors
    /// When there is no such element or it cannot be clicked.
    pub async fn click(&self, selector: &str) -> Result<()> {
        // The driver would scroll it to the edge, under the book's menu bar.
        let scroll = "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center', behavior: 'instant' })";
        self.js::<()>(scroll, vec![json!(selector)]).await?;
        let element = self.find(selector).await?;
        element
            .click()
            .await
            .with_context(|| format!("{selector} cannot be clicked"))
    }

    /// Presses and releases one key, wherever the focus is.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub async fn press(&self, key: impl Into<char>) -> Result<()> {
        let value = key.into();
        self.keys(&[KeyAction::Down { value }, KeyAction::Up { value }])
            .await
    }

    /// The same with Shift held down.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub async fn press_with_shift(&self, key: Key) -> Result<()> {
        let (shift, value) = (char::from(Key::Shift), char::from(key));
        self.keys(&[
            KeyAction::Down { value: shift },
            KeyAction::Down { value },
            KeyAction::Up { value },
            KeyAction::Up { value: shift },
        ])
        .await
    }

    async fn keys(&self, actions: &[KeyAction]) -> Result<()> {
        let start = KeyActions::new("keyboard".to_owned());
        let keys = actions
            .iter()
            .fold(start, |keys, action| keys.then(action.clone()));
        self.client()
            .perform_actions(keys)
            .await
            .context("keys cannot be pressed")
    }

    /// Gives an element the focus, as Tab would, wherever it lies.
    ///
    /// # Errors
    /// When there is none.
    pub async fn focus(&self, selector: &str) -> Result<()> {
        let script = "document.querySelector(arguments[0]).focus()";
        self.js::<()>(script, vec![json!(selector)])
            .await
            .with_context(|| format!("{selector} takes no focus"))
    }

    /// Moves the mouse over the middle of an element, which is scrolled into sight.
    ///
    /// # Errors
    /// When there is none.
    pub async fn hover(&self, selector: &str) -> Result<()> {
        self.mouse(selector, &[]).await
    }

    /// Presses the mouse in the middle of an element and drags it by so many pixels.
    ///
    /// # Errors
    /// When there is none.
    pub async fn drag(&self, selector: &str, x: f64, y: f64) -> Result<()> {
        let step = PointerAction::MoveBy {
            duration: Some(Duration::from_millis(40)),
            x: x / 4.0,
            y: y / 4.0,
        };
        let down = PointerAction::Down {
            button: MOUSE_BUTTON_LEFT,
        };
        let up = PointerAction::Up {
            button: MOUSE_BUTTON_LEFT,
        };
        self.mouse(
            selector,
            &[down, step.clone(), step.clone(), step.clone(), step, up],
        )
        .await
    }

    async fn mouse(&self, selector: &str, then: &[PointerAction]) -> Result<()> {
        let scroll = "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center', behavior: 'instant' })";
        self.js::<()>(scroll, vec![json!(selector)]).await?;
        let element = self.find(selector).await?;
        let over = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveToElement {
            element,
            duration: None,
            x: 0.0,
            y: 0.0,
        });
        let actions = then
            .iter()
            .fold(over, |actions, action| actions.then(action.clone()));
        self.client()
            .perform_actions(actions)
            .await
            .with_context(|| format!("the mouse cannot be moved over {selector}"))
    }

    /// Whether the first element of the selector can be seen.
    ///
    /// # Errors
    /// When there is none.
    pub async fn shown(&self, selector: &str) -> Result<bool> {
        Ok(self.find(selector).await?.is_displayed().await?)
    }

    /// From now on, what went wrong and contains `text` is meant to: the test has
    /// brought it about.
    pub fn expect(&self, text: impl Into<String>) {
        self.expected.borrow_mut().push(text.into());
    }

    /// Takes over what the present page has seen go wrong.
    async fn note_errors(&self) -> Result<()> {
        let script = "return (window.__seen || []).splice(0)";
        let seen: Vec<String> = self.js(script, Vec::new()).await?;
        self.wrong.borrow_mut().extend(seen);
        if self.kind == Kind::Chromium {
            // Its own log knows more: workers, the network, the parser.
            let log = Extension {
                path: "se/log",
                body: json!({ "type": "browser" }),
            };
            let entries = self
                .client()
                .issue_cmd(log)
                .await
                .context("no browser log")?;
            for entry in entries.as_array().into_iter().flatten() {
                if entry["level"] == "SEVERE" {
                    let message = entry["message"].as_str().unwrap_or("(no message)");
                    self.wrong
                        .borrow_mut()
                        .push(format!("browser log: {message}"));
                }
            }
        }
        Ok(())
    }

    /// Everything that went wrong so far and was not expected: errors of scripts,
    /// breaches of the policy, answers 4xx or 5xx.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub async fn wrong(&self) -> Result<Vec<String>> {
        Ok(self.all_wrong().await?.0)
    }

    /// What went wrong so far as [`Page::expect`] said it would.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub async fn wrong_as_expected(&self) -> Result<Vec<String>> {
        Ok(self.all_wrong().await?.1)
    }

    /// What went wrong, unexpected and expected.
    async fn all_wrong(&self) -> Result<(Vec<String>, Vec<String>)> {
        self.note_errors().await?;
        let mut wrong = self.wrong.borrow().clone();
        let requests = self.server.requests().into_iter();
        wrong.extend(
            requests
                .filter(|request| request.status >= 400)
                .map(|request| request.to_string()),
        );
        let expected = self.expected.borrow();
        Ok(wrong
            .into_iter()
            .partition(|text| !expected.iter().any(|part| text.contains(part))))
    }

    /// Fails if anything went wrong.
    ///
    /// # Errors
    /// With the list of what went wrong.
    pub async fn check(&self) -> Result<()> {
        let wrong = self.wrong().await?;
        if !wrong.is_empty() {
            bail!("went wrong on the page:\n  {}", wrong.join("\n  "));
        }
        Ok(())
    }

    /// Writes what the window shows and the page's markup into `folder`.
    ///
    /// # Errors
    /// When the driver does not answer or nothing can be written.
    pub async fn save(&self, folder: &Path, name: &str) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let markup: String = self.client().source().await?;
        std::fs::write(folder.join(format!("{name}.html")), markup)?;
        let picture = self.client().screenshot().await?;
        std::fs::write(folder.join(format!("{name}.png")), picture)?;
        Ok(())
    }

    /// Closes the browser.
    pub async fn close(self) {
        self.session.close().await;
    }
}

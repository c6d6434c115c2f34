//! What Chromium alone lets a test do with a page: other sizes and media, a finger, a
//! slow machine, pictures, the list of tasks.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value as Json, json};

use crate::browser::{Fleet, Kind, Watch};
use crate::page::Page;
use crate::server::Site;

/// A part of the document in CSS pixels: left, top, width, height.
pub type Area = [f64; 4];

/// What a finger does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// It comes down at a point of the window.
    Start([i32; 2]),
    /// It moves there.
    Move([i32; 2]),
    /// It goes up.
    End,
    /// The system takes the touch away, as for a call or its own gesture.
    Cancel,
}

/// One task of the page's main thread.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// The time of the processor that it took, in milliseconds.
    pub duration: f64,
    /// What took a millisecond or more in it, in the order it began, with milliseconds.
    pub parts: Vec<(String, f64)>,
}

impl Page {
    /// As [`Page::start`] with Chromium, which also keeps the list that
    /// [`Page::tasks`] gives.
    ///
    /// # Errors
    /// When the browser cannot be started.
    pub async fn start_traced(fleet: &Fleet, site: Site) -> Result<Self> {
        Self::start_watched(fleet, Kind::Chromium, site, Watch::Tasks).await
    }

    /// Gives the page a width in CSS pixels, as on a phone.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn set_width(&self, width: u32) -> Result<()> {
        self.set_size(width, 800).await
    }

    /// Gives the page a size in CSS pixels.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn set_size(&self, width: u32, height: u32) -> Result<()> {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size)
            .await?;
        Ok(())
    }

    /// Takes the scroll bars off the page, which then scrolls as a phone does.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn hide_scrollbars(&self) -> Result<()> {
        self.devtools("Emulation.setScrollbarsHidden", json!({ "hidden": true }))
            .await?;
        Ok(())
    }

    /// Shows the page in a medium, `screen` or `print`, and with media features such
    /// as `("forced-colors", "active")`.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn set_media(&self, medium: &str, features: &[(&str, &str)]) -> Result<()> {
        let features: Vec<Json> = features
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({ "media": medium, "features": features }),
        )
        .await?;
        Ok(())
    }

    /// Turns the scripts of pages opened from now on off.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn disable_scripts(&self) -> Result<()> {
        self.devtools(
            "Emulation.setScriptExecutionDisabled",
            json!({ "value": true }),
        )
        .await?;
        Ok(())
    }

    /// Runs a script at the start of every page opened from now on.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn run_early(&self, script: &str) -> Result<()> {
        self.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": script }),
        )
        .await?;
        Ok(())
    }

    /// Makes the page's processor so many times slower.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn slow_down(&self, rate: f64) -> Result<()> {
        self.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": rate }))
            .await?;
        Ok(())
    }

    /// Gives the page a touch screen.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn set_touch(&self) -> Result<()> {
        self.devtools(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": true, "maxTouchPoints": 1 }),
        )
        .await?;
        Ok(())
    }

    /// Does with one finger what `steps` say.
    ///
    /// # Errors
    /// When the driver refuses, as it does for steps in an order that no finger knows.
    pub async fn touch(&self, steps: &[Touch]) -> Result<()> {
        for step in steps {
            let (kind, points) = match step {
                Touch::Start([x, y]) => ("touchStart", json!([{ "x": x, "y": y }])),
                Touch::Move([x, y]) => ("touchMove", json!([{ "x": x, "y": y }])),
                Touch::End => ("touchEnd", json!([])),
                Touch::Cancel => ("touchCancel", json!([])),
            };
            self.devtools(
                "Input.dispatchTouchEvent",
                json!({ "type": kind, "touchPoints": points }),
            )
            .await?;
        }
        Ok(())
    }

    /// Presses and releases the mouse at a point of the window, whatever lies there
    /// and without a look at the page.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn click_at(&self, [x, y]: [f64; 2]) -> Result<()> {
        for kind in ["mousePressed", "mouseReleased"] {
            self.devtools(
                "Input.dispatchMouseEvent",
                json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 }),
            )
            .await?;
        }
        Ok(())
    }

    /// A picture, as PNG, of a part of the document, on the screen or beyond.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn picture(&self, [x, y, width, height]: Area) -> Result<Vec<u8>> {
        let shot = self
            .devtools(
                "Page.captureScreenshot",
                json!({
                    "captureBeyondViewport": true,
                    "clip": { "x": x, "y": y, "width": width, "height": height, "scale": 1 },
                }),
            )
            .await?;
        let data = shot["data"].as_str().context("a picture without data")?;
        Ok(BASE64_STANDARD.decode(data)?)
    }

    /// The addresses of the scripts of all workers that run in the browser.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn workers(&self) -> Result<Vec<String>> {
        let targets = self
            .devtools("Target.getTargets", json!({ "filter": [{}] }))
            .await?;
        Ok(targets["targetInfos"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|target| target["type"] == "worker")
            .map(|target| target["url"].as_str().unwrap_or_default().to_owned())
            .collect())
    }

    /// Begins a step of the list of tasks, which may come again and again.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub async fn begin_tasks(&self, step: &str) -> Result<()> {
        self.js(&format!("console.timeStamp('{STEP}{step}')"), vec![])
            .await
    }

    /// The longest task of the page's main thread in each step, those of the driver's
    /// own questions apart. Can be asked for once in the life of a browser.
    ///
    /// # Errors
    /// When the page was not started with [`Page::start_traced`].
    pub async fn tasks(&self) -> Result<Vec<(String, Task)>> {
        // The last tasks are written down a moment after they end.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let log = self
            .client()
            .issue_cmd(Extension {
                path: "se/log",
                body: json!({ "type": "performance" }),
            })
            .await
            .context("no list of tasks")?;
        let mut events = Vec::new();
        for entry in log.as_array().into_iter().flatten() {
            let text = entry["message"].as_str().context("an entry without text")?;
            let mut told: Json = serde_json::from_str(text)?;
            if told["message"]["method"] == "Tracing.dataCollected" {
                events.push(told["message"]["params"].take());
            }
        }
        longest(&events)
    }

    /// How many sheets of paper the page takes, and how large they are, in points.
    ///
    /// # Errors
    ///
    /// The browser is not Chromium, or does not print.
    pub async fn printed(&self) -> Result<(usize, [f64; 2])> {
        let answer = self
            .devtools("Page.printToPDF", json!({ "preferCSSPageSize": true }))
            .await?;
        let data = answer["data"].as_str().context("no document")?;
        let document = BASE64_STANDARD
            .decode(data)
            .context("a document in base 64")?;
        let document = String::from_utf8_lossy(&document);
        // Chromium writes its objects as text. The list of pages is of another type.
        let pages = document.matches("/Type /Page\n").count();
        let size = document
            .split_once("/MediaBox [0 0 ")
            .and_then(|(_, rest)| rest.split_once(']'))
            .and_then(|(size, _)| size.trim().split_once(' '))
            .context("a page has a size")?;
        Ok((pages, [size.0.parse()?, size.1.parse()?]))
    }

    pub(crate) async fn devtools(&self, command: &str, parameters: Json) -> Result<Json> {
        ensure!(
            self.kind() == Kind::Chromium,
            "{command} is Chromium's alone"
        );
        self.client()
            .issue_cmd(Extension {
                path: "goog/cdp/execute",
                body: json!({ "cmd": command, "params": parameters }),
            })
            .await
            .with_context(|| format!("{command} failed"))
    }
}

/// What marks the begin of a step in Chromium's list, before its name.
const STEP: &str = "morpion step: ";

/// The name that Chromium's list has for a task.
const TASK: &str = "ThreadControllerImpl::RunTask";

/// Reads Chromium's events: of the thread that wrote the steps, the longest task after
/// each.
fn longest(events: &[Json]) -> Result<Vec<(String, Task)>> {
    let start = |event: &Json| event["ts"].as_f64().unwrap_or_default();
    let length = |event: &Json| event["dur"].as_f64().unwrap_or_default();
    // Of the thread itself, whatever else the machine does; what the slowing down takes
    // is part of it.
    let spent = |event: &Json| event["tdur"].as_f64().unwrap_or_else(|| length(event));
    let step_of = |event: &Json| {
        event["args"]["data"]["name"]
            .as_str()
            .filter(|_| event["name"] == "TimeStamp")
            .and_then(|name| name.strip_prefix(STEP))
            .map(str::to_owned)
    };
    let mut steps: Vec<(f64, String)> = events
        .iter()
        .filter_map(|event| Some((start(event), step_of(event)?)))
        .collect();
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    let marked = events
        .iter()
        .find(|event| step_of(event).is_some())
        .context("no step is in the list")?;
    let own: Vec<&Json> = events
        .iter()
        .filter(|event| {
            event["pid"] == marked["pid"] && event["tid"] == marked["tid"] && event["ph"] == "X"
        })
        .collect();
    let mut longest: BTreeMap<String, Task> = BTreeMap::new();
    for task in own.iter().filter(|event| event["name"] == TASK) {
        let (from, to) = (start(task), start(task) + length(task));
        let Some((_, step)) = steps.iter().rfind(|(begin, _)| *begin <= from) else {
            continue;
        };
        if longest
            .get(step)
            .is_some_and(|known| known.duration * 1000.0 >= spent(task))
        {
            continue;
        }
        let mut inside: Vec<&&Json> = own
            .iter()
            .filter(|event| {
                event["name"] != TASK && start(event) >= from && start(event) + length(event) <= to
            })
            .collect();
        // Scripts of the driver: a reader has none.
        if inside.iter().any(|event| {
            event["args"]["chrome_mojo_event_info"]["mojo_interface_tag"]
                == "blink.mojom.DevToolsSession"
        }) {
            continue;
        }
        inside.retain(|event| spent(event) >= 1000.0);
        inside.sort_by(|a, b| start(a).total_cmp(&start(b)));
        let task = Task {
            duration: spent(task) / 1000.0,
            parts: inside
                .iter()
                .map(|event| (name(event), spent(event) / 1000.0))
                .collect(),
        };
        longest.insert(step.clone(), task);
    }
    Ok(longest.into_iter().collect())
}

/// What an event is called, with the kind of a page's event or the name of a function.
fn name(event: &Json) -> String {
    let name = event["name"].as_str().unwrap_or("?");
    let data = &event["args"]["data"];
    match data["type"].as_str().or(data["functionName"].as_str()) {
        Some(of) if !of.is_empty() => format!("{name} {of}"),
        _ => name.to_owned(),
    }
}

/// A command that only one driver knows.
#[derive(Debug)]
pub(crate) struct Extension {
    pub(crate) path: &'static str,
    pub(crate) body: Json,
}

impl WebDriverCompatibleCommand for Extension {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _url: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, thread: u32, ts: u32, dur: u32, args: &Json) -> Json {
        json!({ "name": name, "pid": 1, "tid": thread, "ph": "X", "ts": ts, "dur": dur, "args": args })
    }

    #[test]
    fn the_longest_task_of_each_step_is_read() {
        let none = json!({});
        let step = |name: &str, ts: u32| {
            let data = json!({ "data": { "name": format!("{STEP}{name}") } });
            let mut event = event("TimeStamp", 7, ts, 0, &data);
            event["ph"] = json!("I");
            event
        };
        let driver = json!({ "chrome_mojo_event_info": { "mojo_interface_tag": "blink.mojom.DevToolsSession" } });
        let click = json!({ "data": { "type": "click" } });
        // It was kept waiting by another program.
        let mut busy = event(TASK, 7, 20_000, 39_000, &none);
        busy["tdur"] = json!(30_000);
        let events = [
            event(TASK, 7, 0, 900_000, &none),
            step("hint", 200_000),
            event(TASK, 7, 210_000, 9000, &none),
            step("play", 1000),
            event(TASK, 7, 2000, 9000, &none),
            busy,
            event("EventDispatch", 7, 21_000, 12_000, &click),
            event("ParseHTML", 7, 22_000, 500, &none),
            event(TASK, 8, 20_000, 80_000, &none),
            event(TASK, 7, 60_000, 70_000, &none),
            event("Receive mojo message", 7, 60_100, 69_000, &driver),
            step("play", 300_000),
            event(TASK, 7, 310_000, 10_000, &none),
        ];
        let task = |duration, parts: &[(&str, f64)]| Task {
            duration,
            parts: parts
                .iter()
                .map(|&(name, duration)| (name.to_owned(), duration))
                .collect(),
        };
        let expected = [
            ("hint".to_owned(), task(9.0, &[])),
            (
                "play".to_owned(),
                task(30.0, &[("EventDispatch click", 12.0)]),
            ),
        ];
        assert_eq!(longest(&events).unwrap(), expected);
        assert!(longest(&events[..1]).is_err());
    }
}

//! `cargo xtask bench`: the engine's fixed searches, natively and in wasm.
//!
//! The node counts are the engine's signature and must be the same on both sides; the
//! times are for people to read.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::files;
use crate::pipeline;
use crate::report::Report;
use crate::tools;
use crate::wasm;
use crate::workspace::Workspace;

/// What the wasm should keep of the native speed.
const RATIO: f64 = 0.5;

/// Times each search in Node and prints nodes and milliseconds as JSON. The fastest of
/// three counts: the first one also pays for the compiler of the browser.
const SCRIPT: &str = "
(async () => {
  await wasm_bindgen({ module_or_path: require('fs').readFileSync(process.argv[2]) });
  const searches = [];
  for (let index = 0; ; index++) {
    let nodes, best = Infinity;
    for (let round = 0; round < 3; round++) {
      const start = performance.now();
      nodes = wasm_bindgen.bench(index);
      best = Math.min(best, performance.now() - start);
    }
    if (nodes === undefined) break;
    searches.push([nodes, best]);
  }
  console.log(JSON.stringify(searches));
})();
";

/// Runs the searches on both sides and compares; `false` when node counts differ.
pub(crate) fn run(workspace: &Workspace) -> Result<bool> {
    let report = Report::new(true);
    // It leaves its wasm where the boards' is looked at.
    let lock = pipeline::lock(workspace, &report)?;
    tools::provide_wasm_target(&report)?;
    tools::link_wasm_bindgen(workspace)?;
    let folder = workspace.target.join("bench");
    report.run(
        "engine (wasm)",
        &mut wasm::wasm_pack(workspace, &folder, wasm::SEARCHING, "bench")?,
    )?;
    let script = folder.join("bench.js");
    let glue = files::read_text(&folder.join("morpion.js"))?;
    files::write_if_changed(&script, format!("{glue}{SCRIPT}").as_bytes())?;
    drop(lock);

    let cli = [
        "run",
        "--quiet",
        "--release",
        "--package",
        "morpion-cli",
        "--",
        "bench",
        "--json",
    ];
    // The fastest of three on both sides: the slower ones tell of the machine.
    let mut native: Vec<Value> = Vec::new();
    for _ in 0..3 {
        let told = report.run("engine (native)", &mut workspace.cargo(&cli))?;
        native.push(last_line(&told).context("`morpion bench --json`")?);
    }
    let mut node = Command::new("node");
    node.arg(&script).arg(folder.join("morpion_bg.wasm"));
    let wasm = report
        .run("engine (wasm under Node)", &mut node)
        .context("`cargo xtask bench` needs Node to run the wasm")?;

    let wasm: Value = last_line(&wasm).context("the wasm's searches")?;
    let searches = native[0]["searches"].as_array().context("no searches")?;
    let in_wasm = wasm.as_array().context("no searches in wasm")?;
    ensure!(
        searches.len() == in_wasm.len(),
        "{} searches natively, {} in wasm",
        searches.len(),
        in_wasm.len()
    );
    let mut same = true;
    report.say(&format!(
        "{:<44}{:>12}{:>11}{:>11}{:>7}",
        "search", "nodes", "native", "wasm", "ratio"
    ));
    for (at, (search, other)) in searches.iter().zip(in_wasm).enumerate() {
        let name = search["name"].as_str().unwrap_or_default();
        let nodes = search["nodes"].as_f64().unwrap_or_default();
        let native_ms = native
            .iter()
            .filter_map(|run| run["searches"][at]["seconds"].as_f64())
            .fold(f64::INFINITY, f64::min)
            * 1000.0;
        let wasm_ms = other[1].as_f64().unwrap_or_default();
        let ratio = native_ms / wasm_ms.max(0.001);
        let mut note = String::new();
        if other[0].as_f64() != Some(nodes) {
            same = false;
            note += &format!("  other node count in wasm: {}", other[0]);
        } else if ratio < RATIO && wasm_ms > 5.0 {
            // Shorter ones say more of the clock than of the engine.
            note += &format!("  below {RATIO}");
        }
        report.say(&format!(
            "{name:<44}{nodes:>12}{native_ms:>8.1} ms{wasm_ms:>8.1} ms{ratio:>7.2}{note}"
        ));
    }
    report.say(&format!("signature {}", native[0]["nodes"]));
    Ok(same)
}

/// The JSON that a program printed last.
fn last_line(output: &str) -> Result<Value> {
    let line = output.lines().rfind(|line| !line.trim().is_empty());
    Ok(serde_json::from_str(line.context("it printed nothing")?)?)
}

//! The engine's fixed searches, for `cargo xtask bench`.

use wasm_bindgen::prelude::*;

/// Runs the fixed search of this index of [`morpion_engine::BENCHES`] and gives its
/// nodes; `undefined` past the last.
///
/// # Errors
///
/// When the position of the search is none.
#[wasm_bindgen]
pub fn bench(index: usize) -> Result<Option<f64>, JsError> {
    match morpion_engine::BENCHES.get(index) {
        // Node counts are far below 2^53.
        Some(bench) => Ok(Some(bench.run()? as f64)),
        None => Ok(None),
    }
}

// The worker's part, after the code that wasm-bindgen generated for it.
{
  const wasm = new URL("__MORPION_WASM__", self.location.href);
  let desk;
  self.onmessage = ({ data }) =>
    (desk ??= wasm_bindgen({ module_or_path: wasm }).then(() => new wasm_bindgen.Desk()))
      .then((desk) => desk.receive(data))
      // Outside the promise: only so does the page hear of it.
      .catch((error) => setTimeout(() => { throw error; }));
}

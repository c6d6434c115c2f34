// The board's loader. This file follows the code that wasm-bindgen generated
// in one script, which is both the page's and the worker's: one name, made
// from the content, for everything that must agree.
(() => {
  "use strict";
  const inWorker = typeof document === "undefined";
  const script = inWorker ? self.location.href : document.currentScript.src;
  const wasm = new URL("../morpion/__MORPION_WASM__", script);
  let ready;
  const load = () => (ready ??= wasm_bindgen({ module_or_path: wasm }));

  if (inWorker) {
    // Thrown again outside the promise: only so does the page hear of it.
    const report = (error) => setTimeout(() => { throw error; });
    self.onmessage = ({ data }) =>
      load().then(() => self.postMessage(wasm_bindgen.answer(data))).catch(report);
    return;
  }

  // The picture that was in the page comes back, with the sentence that the
  // page holds for this case. A module that has trapped is not called again.
  const boards = new Set();
  let broken = false;
  const giveUp = (board) => {
    if (board.picture === undefined) return;
    board.innerHTML = board.picture;
    board.picture = board.handle = undefined;
    board.dataset.etat = "panne";
    board.querySelector(".morpion-panne")?.removeAttribute("hidden");
  };
  const breakDown = () => {
    broken = true;
    boards.forEach(giveUp);
  };
  addEventListener("error", ({ error }) => {
    if (error instanceof WebAssembly.RuntimeError) breakDown();
  });

  const upgrade = async (board) => {
    board.picture = board.innerHTML;
    boards.add(board);
    try {
      await load();
      if (broken) throw new Error("the boards' module has stopped");
      if (!board.isConnected) return;
      board.handle = new wasm_bindgen.Board(board, script);
      board.dataset.etat = "pret";
    } catch (error) {
      console.warn(error);
      giveUp(board);
      if (error instanceof WebAssembly.RuntimeError) breakDown();
    }
  };

  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        upgrade(target);
      }
    },
    { rootMargin: "400px" },
  );

  customElements.define(
    "morpion-plateau",
    class extends HTMLElement {
      connectedCallback() {
        if (this.getAttribute("mode") !== "fixe") near.observe(this);
      }
      disconnectedCallback() {
        near.unobserve(this);
        boards.delete(this);
        if (!broken) this.handle?.free();
        this.handle = undefined;
      }
    },
  );
})();

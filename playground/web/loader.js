// The page's part, after the code that wasm-bindgen generated for it. Each file
// names the next by its content: this one its wasm and the worker's script.
(() => {
  "use strict";
  const script = document.currentScript.src;
  const wasm = new URL("../morpion/__MORPION_WASM__", script);
  const worker = new URL("../morpion/__MORPION_WORKER__", script);
  let ready, broken;
  const kinds = { "morpion-plateau": "Board", "morpion-vue": "Room" };
  const load = () => (ready ??= wasm_bindgen({ module_or_path: wasm }));

  // When something fails, the picture that was in the page comes back with the
  // sentence that the page holds for this case.
  const showPicture = (board) => {
    board.innerHTML = board.picture;
    board.dataset.etat = "panne";
    board.querySelector(".morpion-panne")?.removeAttribute("hidden");
  };

  // After a trap, timers, listeners and answers still call the module, which may
  // yet draw: an inert twin takes the place of each live board.
  const live = new Set();
  const alone = ["data-projection", "role", "aria-modal", "aria-label", "tabindex"];
  const breakDown = () => {
    broken = true;
    for (const board of live) {
      const twin = board.cloneNode(false);
      for (const name of alone) twin.removeAttribute(name);
      twin.picture = board.picture;
      board.replaceWith(twin);
      showPicture(twin);
    }
    live.clear();
    document.documentElement.classList.remove("morpion-projection");
    for (const node of document.querySelectorAll("[inert=morpion]")) node.inert = false;
  };
  const trapped = (error) =>
    typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;
  addEventListener("error", ({ error }) => trapped(error) && breakDown());

  const upgrade = async (board) => {
    // A board that moved in the page is seen again: one module load, one owner.
    if (board.handle || board.loading || board.dataset.etat === "panne") return;
    board.loading = true;
    board.picture ??= board.innerHTML;
    try {
      await load().then(() => new Promise((next) => setTimeout(next))); // A task for each.
      if (!board.isConnected) return;
      if (broken) return showPicture(board);
      board.handle = new wasm_bindgen[kinds[board.localName]](board, worker.href);
      board.dataset.etat = "pret";
      live.add(board);
    } catch (error) {
      console.warn(error);
      if (trapped(error)) breakDown();
      showPicture(board);
    } finally {
      board.loading = false;
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

  for (const name in kinds) customElements.define(name, class extends HTMLElement {
    connectedCallback() {
      if (this.getAttribute("mode") !== "fixe") near.observe(this);
    }
    disconnectedCallback() {
      near.unobserve(this);
      // Later: an element that only moves keeps its game.
      setTimeout(() => {
        if (this.isConnected || !live.delete(this)) return;
        this.handle.free();
        this.handle = undefined;
        this.innerHTML = this.picture;
        delete this.dataset.etat;
      });
    }
  });
})();

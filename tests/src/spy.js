// Runs before every other script of a page under test and writes down what goes
// wrong there, since no driver but Chromium's tells it afterwards.
(() => {
  const seen = [];
  Object.defineProperty(window, "__seen", { value: seen });
  addEventListener(
    "error",
    (event) => {
      const lost = event.target !== window && event.target;
      seen.push(
        lost
          ? `not loaded: ${lost.src || lost.href || lost.tagName}`
          : `error: ${event.message} (${event.filename}:${event.lineno})`,
      );
    },
    true,
  );
  addEventListener("unhandledrejection", (event) => seen.push(`unhandled rejection: ${event.reason}`));
  document.addEventListener("securitypolicyviolation", (event) =>
    seen.push(`CSP violation: ${event.violatedDirective} ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`),
  );
  const report = console.error;
  console.error = (...words) => {
    seen.push(`console.error: ${words.join(" ")}`);
    report.apply(console, words);
  };
})();

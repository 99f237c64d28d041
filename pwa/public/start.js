// On pre-rendered pages, loads the app and the font after the first paint, so that they do not delay pictures on slow
// lines.
const { entry, modules, later } = document.querySelector("script[data-entry]").dataset;
const root = document.documentElement;

function fetchEarly(rel, href) {
  const link = document.createElement("link");
  Object.assign(link, { rel, as: "script", crossOrigin: "", href });
  document.head.append(link);
}

function start() {
  if (root.dataset.unpainted === undefined) return;
  delete root.dataset.unpainted;
  for (const href of modules.split(" ")) fetchEarly("modulepreload", href);
  void import(entry);
}

const reportsPaint = PerformanceObserver.supportedEntryTypes.includes("paint");
// A hidden page paints when it becomes visible, so waiting has no use.
if (document.visibilityState === "hidden") start();
else if (reportsPaint) new PerformanceObserver(start).observe({ type: "paint", buffered: true });
else requestAnimationFrame(() => setTimeout(start));

// Repeats a button click from before hydration once the app is ready (app/app.tsx). Links need no help.
let pressed = null;

function keepPress(event) {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  // React may listen already. Without this it would handle the press, and handle it again when it is repeated below.
  event.stopPropagation();
  pressed = button;
}

document.addEventListener("click", keepPress, true);
document.addEventListener(
  "app-listens",
  () => {
    document.removeEventListener("click", keepPress, true);
    // Stores the list of pages in the browser's cache. An import would too, but some browsers remember a failed import.
    if (later) fetchEarly("prefetch", later);
    if (pressed?.isConnected) pressed.click();
  },
  { once: true },
);

// On pages that came with their content drawn: the app and the font are fetched once that content is painted, not before,
// so that on a thin line they do not hold up its pictures.
const { entry, modules } = document.querySelector("script[data-entry]").dataset;
const root = document.documentElement;

function start() {
  if (root.dataset.unpainted === undefined) return;
  delete root.dataset.unpainted;
  for (const href of modules.split(" ")) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", crossOrigin: "", href });
    document.head.append(link);
  }
  void import(entry);
}

const isTold = PerformanceObserver.supportedEntryTypes.includes("paint");
// A hidden page is painted when it is shown; there is nothing to wait for.
if (document.visibilityState === "hidden") start();
else if (isTold) new PerformanceObserver(start).observe({ type: "paint", buffered: true });
else requestAnimationFrame(() => setTimeout(start));

// A button that is pressed before the app listens is pressed again once it does (app/app.tsx). Links work by themselves.
let pressed = null;

function keepPress(event) {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  pressed = button;
}

document.addEventListener("click", keepPress, true);
document.addEventListener(
  "app-listens",
  () => {
    document.removeEventListener("click", keepPress, true);
    if (pressed?.isConnected) pressed.click();
  },
  { once: true },
);

// Light or dark: the saved choice, else the system's. `/theme.js` has set it before the first paint.
import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

const key = "theme";
const listeners = new Set<() => void>();
/** Whether the changes between `/theme.js` and the app's first look have been made up for. */
let hasCaughtUp = false;

function current(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

function savedChoice(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function show(theme: Theme) {
  document.documentElement.dataset["theme"] = theme;
  const surface = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = surface;
  for (const listener of listeners) listener();
}

function choose(theme: Theme) {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage is closed: the choice lasts as long as the page.
  }
  show(theme);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  const system = matchMedia("(prefers-color-scheme: dark)");
  const onSystem = () => {
    if (!savedChoice()) show(system.matches ? "dark" : "light");
  };
  const onOtherTab = (event: StorageEvent) => {
    if (event.key === key && event.newValue) show(event.newValue === "dark" ? "dark" : "light");
  };
  system.addEventListener("change", onSystem);
  window.addEventListener("storage", onOtherTab);
  if (!hasCaughtUp) {
    hasCaughtUp = true;
    const wanted = (savedChoice() ?? (system.matches ? "dark" : "light")) === "dark" ? "dark" : "light";
    if (wanted !== current()) show(wanted);
  }
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", onSystem);
    window.removeEventListener("storage", onOtherTab);
  };
}

/** The theme on the screen and the act of swapping it; "light" on the server and while hydrating. */
export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore<Theme>(subscribe, current, () => "light");
  return [theme, () => choose(theme === "dark" ? "light" : "dark")];
}

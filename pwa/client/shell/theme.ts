// Sets the light or dark theme: the saved choice, else the system's. `/theme.js` sets it before the first paint.
import { useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import { deviceStorage } from "../storage/browser-storage.ts";

export type Theme = "light" | "dark";

const key = "theme";

type ThemeState = {
  /** The theme that this module set last; null while the page has the one from `/theme.js`. */
  theme: Theme | null;
  /** True after the first check for changes since `/theme.js` ran. */
  hasChecked: boolean;
};

const themes = createStore<ThemeState>(() => ({ theme: null, hasChecked: false }));

function current(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

function savedChoice(): string | null {
  return deviceStorage.text(key);
}

function show(theme: Theme) {
  document.documentElement.dataset["theme"] = theme;
  const surface = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = surface;
  themes.setState({ theme });
}

function choose(theme: Theme) {
  // If storage is blocked, the choice lasts as long as the page.
  deviceStorage.setText(key, theme);
  show(theme);
}

function subscribe(listener: () => void) {
  const stop = themes.subscribe(listener);
  const system = matchMedia("(prefers-color-scheme: dark)");
  const onSystem = () => {
    if (!savedChoice()) show(system.matches ? "dark" : "light");
  };
  const onOtherTab = (event: StorageEvent) => {
    if (event.key === key && event.newValue) show(event.newValue === "dark" ? "dark" : "light");
  };
  system.addEventListener("change", onSystem);
  window.addEventListener("storage", onOtherTab);
  if (!themes.getState().hasChecked) {
    themes.setState({ hasChecked: true });
    const wanted = (savedChoice() ?? (system.matches ? "dark" : "light")) === "dark" ? "dark" : "light";
    if (wanted !== current()) show(wanted);
  }
  return () => {
    stop();
    system.removeEventListener("change", onSystem);
    window.removeEventListener("storage", onOtherTab);
  };
}

/** The current theme and a function that toggles it; "light" on the server and while hydrating. */
export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore<Theme>(subscribe, current, () => "light");
  return [theme, () => choose(theme === "dark" ? "light" : "dark")];
}

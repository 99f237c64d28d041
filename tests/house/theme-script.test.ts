// Tests the served script that sets the theme before the first paint.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

const script = readFileSync(new URL("../../pwa/public/theme.js", import.meta.url), "utf8");

/** Local storage that the browser blocks. */
const closed = Symbol("closed");

/** The theme that the script sets. */
function firstTheme({ saved, isDark }: { saved: string | null | typeof closed; isDark: boolean }): string | undefined {
  const dataset: { theme?: string } = {};
  const localStorage = {
    getItem(name: string) {
      if (saved === closed) throw new Error("Storage is closed.");
      return name === "theme" ? saved : null;
    },
  };
  const document = { documentElement: { dataset }, querySelectorAll: () => [] };
  runInNewContext(script, {
    document,
    localStorage,
    location: { search: "" },
    matchMedia: () => ({ matches: isDark }),
  });
  return dataset.theme;
}

it("[S018] starts from the saved choice", () => {
  expect(firstTheme({ saved: "light", isDark: true })).toBe("light");
  expect(firstTheme({ saved: "dark", isDark: false })).toBe("dark");
});

it("[S019] follows the system without one", () => {
  expect(firstTheme({ saved: null, isDark: true })).toBe("dark");
  expect(firstTheme({ saved: null, isDark: false })).toBe("light");
  expect(firstTheme({ saved: closed, isDark: true })).toBe("dark");
});

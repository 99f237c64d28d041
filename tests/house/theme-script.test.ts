// Tests the served script that sets the theme before the first paint.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

const script = readFileSync(new URL("../../pwa/public/theme.js", import.meta.url), "utf8");

/** Local storage that the browser blocks. */
const closed = Symbol("closed");

type Marks = { theme?: string; session?: string; saved?: string };

/** What the script sets on a device with these stored values. */
function marksOf(stored: Readonly<Record<string, string>> | typeof closed, isDark = false, pathname = "/"): Marks {
  const dataset: Marks = {};
  const localStorage = {
    getItem(name: string) {
      if (stored === closed) throw new Error("Storage is closed.");
      return stored[name] ?? null;
    },
  };
  const document = { documentElement: { dataset }, querySelectorAll: () => [] };
  runInNewContext(script, {
    document,
    localStorage,
    location: { search: "", pathname },
    matchMedia: () => ({ matches: isDark }),
    window: { caches: {} },
  });
  return dataset;
}

/** The theme that the script sets. */
function firstTheme({ saved, isDark }: { saved: string | null | typeof closed; isDark: boolean }): string | undefined {
  return marksOf(saved === closed ? closed : saved === null ? {} : { theme: saved }, isDark).theme;
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

it("[S811] marks the page of an aircraft that the stored user saved or booked", () => {
  const summary = JSON.stringify({ favorites: ["plane-1"], booked: ["plane-2"], unread: 0 });
  const mine = { currentUser: '{"id":"me"}', "glance:me": summary };
  const savedOn = (stored: Parameters<typeof marksOf>[0], pathname: string) => marksOf(stored, false, pathname).saved;
  expect(savedOn(mine, "/aircraft/plane-1")).toBe("known");
  expect(savedOn(mine, "/aircraft/plane-2")).toBe("known");
  expect(savedOn(mine, "/aircraft/plane")).toBeUndefined();
  expect(savedOn(mine, "/favorites")).toBeUndefined();
  expect(savedOn({ "glance:me": summary }, "/aircraft/plane-1")).toBeUndefined();
  expect(savedOn({ ...mine, currentUser: '{"id":"other"}' }, "/aircraft/plane-1")).toBeUndefined();
  // Invalid values mark nothing, and the theme is still set.
  const invalid = marksOf({ ...mine, currentUser: "nonsense", theme: "dark" }, false, "/aircraft/plane-1");
  expect(invalid).toMatchObject({ session: "known", theme: "dark" });
});

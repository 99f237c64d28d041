// Checks the uploader's animations in its style sheet.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";

const style = readFileSync(createRequire(import.meta.url).resolve("@uppy/dashboard/css/style.min.css"), "utf8");
const times = (name: RegExp) => [...style.matchAll(name)].map(([, seconds]) => Number(seconds));

it("[S119] slides and fades in 250 and 300 ms, and closes without a jump", () => {
  expect(new Set(times(/animation:uppy-Dashboard-(?:slide\w+|fade\w+)(?:--small)? (\.\d+)s/g))).toEqual(new Set([0.3]));
  expect(times(/transition:transform (\.\d+)s ease-in-out,opacity/g)).toContain(0.25);
});

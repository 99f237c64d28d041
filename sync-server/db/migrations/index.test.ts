import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { migrations } from "./index.ts";

it("lists every migration file once, in the order of gapless numbers", () => {
  const files = readdirSync(import.meta.dirname)
    .filter((file) => /^\d{4}-.*\.ts$/.test(file))
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();
  expect(migrations.map(({ name }) => name)).toEqual(files);
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
});

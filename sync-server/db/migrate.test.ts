import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { loadMigrations, migrationNames } from "./migrate.ts";

it("finds every file of the folder, in the order of gapless numbers", async () => {
  const files = readdirSync(path.join(import.meta.dirname, "migrations"));
  const names = await migrationNames();
  expect(names.map((name) => `${name}.ts`)).toEqual(files.sort());
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
});

it("loads the steps up and down of each migration", async () => {
  const migrations = await loadMigrations();
  expect(migrations.map(({ name }) => name)).toEqual(await migrationNames());
  for (const { up, down } of migrations) expect([typeof up, typeof down]).toEqual(["function", "function"]);
});

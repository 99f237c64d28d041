import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { queries } from "../../shared/queries.ts";
import { queryRoutes } from "../../pwa/device/transport/paths.ts";
import { rareRoutes } from "../../pwa/device/transport/rare-paths.ts";

const root = new URL("../../", import.meta.url);
const sources = execFileSync("git", ["ls-files", "pwa"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));

it("only one file of the app contains API paths", () => {
  const naming = sources.filter((file) => /["'`]\/api\//.test(readFileSync(new URL(file, root), "utf8")));
  expect(naming).toEqual(["pwa/device/transport/paths.ts"]);
});

it("the app's query paths match the contract's routes", () => {
  const all = { ...queryRoutes, ...rareRoutes };
  for (const [name, route] of Object.entries(all)) expect(route).toBe(queries[name as keyof typeof all].route);
});

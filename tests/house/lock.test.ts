// The lock file installs on every platform that a package supports, and from any registry.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Locked = { version?: string; resolved?: string; optionalDependencies?: Record<string, string> };

const text = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };

// npm resolves a package from the innermost folder outward.
function isLocked(place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

test("every optional package of every platform has an entry", () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(place, name))
      .map((name) => `${place || "the project"} wants ${name}`),
  );
  expect(missing).toEqual([]);
});

test("no entry names a registry", () => {
  expect(text.match(/https?:\/\/[^"]*\.tgz/g) ?? []).toEqual([]);
});

test("package.json names exact versions", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as Record<string, Record<string, string>>;
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.filter(([, version]) => !/^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

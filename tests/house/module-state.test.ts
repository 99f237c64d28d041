// Server state belongs to an object that is created and passed on, so it ends with its server or test.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** `file: name` of each allowed variable → why all databases and tests can share it. */
const allowed: Record<string, string> = {
  "sync-server/domain/accounts/secrets.ts: nobodysHash": "hash of no password, equal for every database",
  "shared/kit/wall-clock.ts: formats": "stateless formatters, by time zone",
  "shared/kit/zoned-hours.ts: formats": "stateless formatters, by time zone",
  "shared/kit/zoned-days.ts: offsets": "facts about time zones, equal for everybody, at most 20,000",
};

const changes = "set|add|delete|clear|push|pop|shift|unshift|splice|sort|fill";

/** Mutable variables of a module, and all weak maps, because they hide state behind another object. */
function moduleState(source: string): string[] {
  const names = [...source.matchAll(/^(?:export )?(let|var|const) (\w+)/gm)].flatMap(([, kind, name]) => {
    const isChanged = new RegExp(
      `\\b${name}(\\[[^\\]]+\\]|\\.\\w+)? (\\?\\?|\\|\\||[-+])?= |\\b${name}\\.(${changes})\\(`,
    );
    const declaration = new RegExp(`^(?:export )?const ${name}\\b[^=]*= `, "m");
    return kind !== "const" || isChanged.test(source.replace(declaration, "")) ? [name!] : [];
  });
  return /new Weak(Map|Set|Ref)\b/.test(source) ? [...names, "WeakMap"] : names;
}

it("finds a weak map, a variable, a map that gets entries and a field that is assigned", () => {
  expect(moduleState(`function f() { return new WeakMap<object, number>(); }`)).toEqual(["WeakMap"]);
  expect(moduleState(`let count = 0;`)).toEqual(["count"]);
  expect(moduleState(`const known = new Map<string, number>();\nconst add = () => known.set("a", 1);`)).toEqual([
    "known",
  ]);
  expect(moduleState(`const last: { at?: number } = {};\nfunction note() {\n  last.at = 1;\n}`)).toEqual(["last"]);
  expect(moduleState(`const names = new Map([["a", 1]]);\nconst of = (name: string) => names.get(name);`)).toEqual([]);
});

it("server and shared modules have no mutable state", () => {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "sync-server", "shared"], { cwd: root })
    .toString()
    .split("\n")
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && existsSync(path.join(root, file)));
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) =>
    moduleState(readFileSync(path.join(root, file), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});

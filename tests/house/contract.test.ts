// A new subject must be listed in shared/contract.ts, and what it declares must be used by the app.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commands } from "../../shared/commands.ts";
import { entities } from "../../shared/entities.ts";
import { queries } from "../../shared/queries.ts";

/** Entities that no device mirrors. */
const onlineOnly = ["reviews"];

const root = new URL("../../", import.meta.url);
const domain = new URL("shared/domain/", root);
const subjects = readdirSync(domain, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !/(-rules|\.test)\.ts$/.test(file),
);
const modules = await Promise.all(
  subjects.map(async (file) => (await import(new URL(file, domain).href)) as Record<string, unknown>),
);
const declared = modules.flatMap((module) => Object.entries(module));

/** Names in all exports such as `searchesCommands`. */
function namesIn(ending: "Commands" | "Queries"): string[] {
  return declared
    .filter(([name]) => name.endsWith(ending))
    .flatMap(([, list]) => Object.keys(list as object))
    .sort();
}

function isEntity(value: unknown): value is { name: string } {
  return (
    typeof value === "object" && value !== null && ["name", "key", "indexes", "schema"].every((key) => key in value)
  );
}

describe("shared/contract.ts lists everything that shared/domain declares", () => {
  it("every command", () => {
    expect(Object.keys(commands).sort()).toEqual(namesIn("Commands"));
  });

  it("every query", () => {
    expect(Object.keys(queries).sort()).toEqual(namesIn("Queries"));
  });

  it("every entity under its name, with a unique number", () => {
    const names = declared.flatMap(([, value]) => (isEntity(value) ? [value.name] : []));
    expect([...Object.keys(entities), ...onlineOnly].sort()).toEqual(names.sort());
    for (const [name, entity] of Object.entries(entities)) expect(entity.name).toBe(name);
    const numbers = Object.values(entities).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

const sources = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "pwa/client", "pwa/features", "pwa/pages"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|queue-texts\.ts$/.test(file))
  .map((file) => readFileSync(new URL(file, root), "utf8"))
  .join("\n");

describe("the app uses what devices keep", () => {
  it("some screen queues each offline command", () => {
    const offline = Object.entries(commands).flatMap(([name, { offline: isOffline }]) => (isOffline ? [name] : []));
    expect(offline.filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
  });

  it("some screen reads the rows of each entity", () => {
    // Messages are read as conversations.
    const isRead = (name: string) =>
      new RegExp(name === "messages" ? "useNewestMessages\\(" : `useRows?\\("${name}"|entity: "${name}"`).test(sources);
    expect(Object.keys(entities).filter((name) => !isRead(name))).toEqual([]);
  });
});

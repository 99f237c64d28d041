// Every command of an admin writes the audit trail. The compiler asks its handler for the lines; these tests close the other ways.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commands } from "../../shared/commands.ts";
import { auditedActions } from "../../shared/domain/safety/audit-rules.ts";
import type { Command } from "../../shared/kit/command.ts";

const all = Object.entries<Command>(commands);
const audited = all.filter(([, { audited: isAudited }]) => isAudited).map(([name]) => name);
const domain = new URL("../../sync-server/domain/", import.meta.url);

describe("the audit trail", () => {
  it("[S1004] has every command that only admins may use", () => {
    const admins = all.filter(([, { access }]) => access === "admin").map(([name]) => name);
    expect(admins.length).toBeGreaterThan(3);
    expect(admins.filter((name) => !audited.includes(name))).toEqual([]);
  });

  it("has words for each of its commands, and no others", () => {
    expect(Object.keys(auditedActions).sort()).toEqual([...audited].sort());
  });

  it("has the commands of every subject whose writes ask whether the user is an admin", () => {
    const asks = /mayEdit\(|\bme\.isAdmin\b|isVisibleTo|\{ id, isAdmin \}/;
    const subjects = readdirSync(domain, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const asking = subjects
      .map(({ name }) => name)
      .filter((name) => {
        const files = readdirSync(new URL(`${name}/`, domain)).filter((file) => /commands?\.ts$/.test(file));
        return files.some((file) => asks.test(readFileSync(new URL(`${name}/${file}`, domain), "utf8")));
      });
    expect(asking).toEqual(["aircraft"]);
    for (const subject of asking) expect(audited.some((name) => name.startsWith(`${subject}.`))).toBe(true);
  });
});

// The alert rules and the dashboard are valid, and name only metrics that the server exports.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startTestServer } from "../server.ts";

const folder = fileURLToPath(new URL("../../docs/monitoring/", import.meta.url));
const read = (file: string) => readFileSync(folder + file, "utf8");

function hasPromtool(): boolean {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const promtool = (...args: string[]) =>
  execFileSync("promtool", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

it.skipIf(!hasPromtool())("[S1113] promtool accepts the alert rules, and each alert fires for its fault alone", () => {
  expect(promtool("check", "rules", "alerts.yml")).toContain("SUCCESS");
  expect(promtool("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
});

const alertsIn = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`${key}: (\\w+)`, "g"))].map(([, name]) => name);

it("[S1114] each alert has a test, and each metric of the rules and the dashboard is exported", async () => {
  const rules = read("alerts.yml");
  const alerts = alertsIn(rules, "alert");
  expect(alerts.length).toBeGreaterThan(10);
  const fired = read("alerts.test.yml")
    .split("- eval_time")
    .flatMap((part) => (part.includes("exp_labels") ? alertsIn(part, "alertname") : []));
  expect([...new Set(fired)].sort()).toEqual([...alerts].sort());

  const dashboard = JSON.parse(read("dashboard.json")) as { panels: { targets: { expr: string }[] }[] };
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const used = [rules, ...expressions].join("\n").match(/\b(tailhour|nodejs|process)_\w+/g) ?? [];
  const { url } = await startTestServer();
  const answer = await fetch(`${url}/metrics`);
  const exported = [...(await answer.text()).matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
  );
  expect(exported.length).toBeGreaterThan(30);
  expect([...new Set(used)].filter((name) => !exported.includes(name))).toEqual([]);
});

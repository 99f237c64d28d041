// axe on whatever a page shows.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test, type Page } from "@playwright/test";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Finding = {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
};

/** Serious and critical findings, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: Finding[] }> };
    };
    return (await axe.run()).violations;
  });
  return findings
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.failureSummary})`));
}

export type Look = { theme: "light" | "dark"; device: "phone" | "desktop" };

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

/** Tests of what axe finds, once in each theme on a phone and on a desktop. */
export function inEveryLook(tests: (look: Look) => void): void {
  for (const theme of ["light", "dark"] as const)
    for (const device of ["phone", "desktop"] as const)
      test.describe(`${theme}, ${device}`, () => {
        test.use({ colorScheme: theme, viewport: viewports[device], reducedMotion: "reduce" });
        tests({ theme, device });
      });
}

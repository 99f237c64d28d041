// axe on whatever a page shows.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Finding = {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
};

type Axe = { run(context: Document, options: object): Promise<{ violations: Finding[] }> };

/** The rules that depend on colors; all others find the same in either theme. */
const COLOR_RULES = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/** Serious and critical findings, one line each: of every rule, or of those that a theme can change. */
export async function seriousFindings(page: Page, which: "all" | "colors" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const findings = await page.evaluate(
    async (chosen) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      return (await axe.run(document, chosen)).violations;
    },
    which === "colors" ? COLOR_RULES : {},
  );
  return findings
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.failureSummary})`));
}

/** In every look nothing serious: all rules in the light theme, those of colors in the dark one too. */
export async function expectAccessible(page: Page, looks: readonly { width: number; height: number }[]): Promise<void> {
  for (const [theme, rules] of [
    ["light", "all"],
    ["dark", "colors"],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    for (const size of looks) {
      await page.setViewportSize(size);
      expect([theme, size, await seriousFindings(page, rules)]).toEqual([theme, size, []]);
    }
  }
}

export const sizes = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

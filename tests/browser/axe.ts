// Runs axe on the current page.
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

/** Slow rules whose findings are never serious. */
const mildRules = ["region", "landmark-unique", "heading-order", "aria-allowed-role", "presentation-role-conflict"];

const seriousRules = {
  resultTypes: ["violations"],
  rules: Object.fromEntries(mildRules.map((rule) => [rule, { enabled: false }])),
};

/** The rules that depend on colors; all others have the same result in both themes. */
const colorRules = {
  resultTypes: ["violations"],
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** Serious and critical findings, one line each, of all rules or only of those about colors. */
export async function seriousFindings(page: Page, which: "all" | "colors" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const findings = await page.evaluate(
    async (chosen) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // Colors count once nothing fades anymore; a spinner never ends.
      const isEnding = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity;
      const ending = document.getAnimations().filter(isEnding);
      await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
      return (await axe.run(document, chosen)).violations;
    },
    which === "colors" ? colorRules : seriousRules,
  );
  return findings
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.failureSummary})`));
}

type Size = { width: number; height: number };
type Theme = "light" | "dark";

/** Expects no serious finding: in the first theme on the first size, in the other theme on the last. Each look is drawn once. */
export async function expectAccessible(page: Page, [first, last]: [Size, Size], theme: Theme = "light"): Promise<void> {
  const other = theme === "light" ? "dark" : "light";
  for (const [size, colorScheme] of [[first, theme] as const, [last, other] as const]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    expect([colorScheme, size, await seriousFindings(page)]).toEqual([colorScheme, size, []]);
  }
}

export const sizes = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

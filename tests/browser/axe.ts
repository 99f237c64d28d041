// Runs axe on the current page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Defines a function that starts axe: an init script that costs nothing on pages that axe does not check. */
export const axeStarter = `globalThis.startAxe = () => {${axeSource}};`;

type Finding = {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
};

type Axe = { run(context: Document | { include: Element[] }, options: object): Promise<{ violations: Finding[] }> };

/** The rules whose impact is minor or moderate: axe gives it to each of their findings. */
const mildRules = [
  ...["aria-allowed-role", "aria-deprecated-role", "empty-heading", "empty-table-header", "form-field-multiple-labels"],
  ...["heading-order", "html-xml-lang-mismatch", "image-redundant-alt", "meta-viewport", "meta-viewport-large"],
  ...["landmark-banner-is-top-level", "landmark-contentinfo-is-top-level", "landmark-main-is-top-level"],
  ...["landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main"],
  ...["landmark-one-main", "landmark-unique", "no-autoplay-audio", "page-has-heading-one", "region"],
  ...["presentation-role-conflict", "scope-attr-valid", "server-side-image-map", "skip-link", "table-duplicate-name"],
];

const seriousRules = {
  resultTypes: ["violations"],
  rules: Object.fromEntries(mildRules.map((rule) => [rule, { enabled: false }])),
};

const onlyRules = (...values: string[]) => ({ resultTypes: ["violations"], runOnly: { type: "rule", values } });

const ruleSets = {
  all: seriousRules,
  /** The rules that depend on colors; all others have the same result in both themes. */
  colors: onlyRules("color-contrast", "link-in-text-block"),
  /** The rules that depend on colors and sizes; all others have the same result on the same visible elements. */
  look: onlyRules("color-contrast", "link-in-text-block", "scrollable-region-focusable"),
};

/** Makes `axe` known to the page: sent there, unless the page has the function that starts it. */
async function startAxe(page: Page): Promise<void> {
  const isStarted = await page.evaluate(() => {
    const { startAxe: start } = globalThis as { startAxe?: () => void };
    if (!("axe" in globalThis)) start?.();
    return "axe" in globalThis;
  });
  if (!isStarted) await page.evaluate(axeSource);
}

/** Serious and critical findings, one line each, of all rules or only of some. */
export async function seriousFindings(page: Page, which: keyof typeof ruleSets = "all"): Promise<string[]> {
  await startAxe(page);
  const findings = await page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Colors count once nothing fades anymore; a spinner never ends.
    const isEnding = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity;
    const ending = document.getAnimations().filter(isEnding);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
    // A modal dialog hides the page from readers, and the page's own scene has looked at it: the rest is the dialog and announcements.
    const isHidden = (element: Element) => element.matches("[aria-hidden=true], [inert]") || !element.checkVisibility();
    const main = document.querySelector("main");
    const isModal = main?.closest("[aria-hidden=true], [inert]");
    const partsOf = (element: Element): Element[] => {
      if (isHidden(element)) return [];
      return element.contains(main) ? [...element.children].flatMap(partsOf) : [element];
    };
    return (await axe.run(isModal ? { include: partsOf(document.body) } : document, chosen)).violations;
  }, ruleSets[which]);
  return findings
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.failureSummary})`));
}

type Size = { width: number; height: number };
type Theme = "light" | "dark";

/** All that the rules read except colors and sizes: the visible elements, their attributes and their texts. */
function visibleElements(page: Page): Promise<string> {
  return page.evaluate(() => {
    const lines: string[] = [];
    const read = (element: Element, depth: number): void => {
      if (!element.checkVisibility({ visibilityProperty: true })) lines.push(`${depth} hidden`);
      const attributes = [...element.attributes].filter(({ name }) => name !== "style" && name !== "data-theme");
      lines.push(`${depth} ${element.tagName} ${attributes.map(({ name, value }) => `${name}=${value}`).join(" ")}`);
      for (const node of element.childNodes) {
        if (node instanceof Element) read(node, depth + 1);
        else if (node instanceof Text) lines.push(node.data);
      }
    };
    read(document.documentElement, 0);
    return lines.join("\n");
  });
}

/**
 * Expects no serious finding: in the first theme on the first size, in the other theme on the last. Each look is drawn once. On the
 * last, rules about neither colors nor sizes run again only if other elements are visible.
 */
export async function expectAccessible(page: Page, [first, last]: [Size, Size], theme: Theme = "light"): Promise<void> {
  const other = theme === "light" ? "dark" : "light";
  let seen = "";
  for (const [size, colorScheme] of [[first, theme] as const, [last, other] as const]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const now = await visibleElements(page);
    const findings = await seriousFindings(page, now === seen ? "look" : "all");
    expect([colorScheme, size, findings]).toEqual([colorScheme, size, []]);
    seen = now;
  }
}

export const sizes = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

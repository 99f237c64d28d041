// What the style sheets avoid, since a browser would compute far more than what changes.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pwa = new URL("../../pwa/", import.meta.url);

/** Tags that a page has once or twice. */
const rareTags = /^(header|footer)\b/;

/** The selectors of a style sheet, without comments and at-rules. */
function selectorsOf(sheet: string): string[] {
  const rules = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g);
  return [...rules].map(([, selector = ""]) => selector.trim()).filter((selector) => !selector.startsWith("@"));
}

/** The parts of a text between separators that are in no parentheses. */
function parts(text: string, separators: string): string[] {
  const found = [""];
  let depth = 0;
  for (const letter of text) {
    depth += Number(letter === "(") - Number(letter === ")");
    if (depth === 0 && separators.includes(letter)) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.filter((part) => part.trim() !== "");
}

/** `div:not(.c)` as `div`: what it excludes or contains does not name the element. */
function nameIn(compound: string): string {
  const outer = compound.replace(/:(?:not|has)\([^()]*\)/, "");
  return outer === compound ? compound : nameIn(outer);
}

/** Selectors of elements below or beside one with `:has()` that name these by a common tag or their place. */
function wideSelectors(sheet: string): string[] {
  return selectorsOf(sheet)
    .flatMap((list) => parts(list, ","))
    .filter((selector) => {
      const compounds = parts(selector.replaceAll(/:global\(((?:[^()]|\([^()]*\))*)\)/g, "$1"), " >~+");
      const last = nameIn(compounds.at(-1)!);
      const isBelow = compounds.slice(0, -1).some((one) => one.includes(":has("));
      return isBelow && !/[.#[]/.test(last) && !rareTags.test(last);
    });
}

it("[S1346] what is below or beside one with `:has()` is named by a class: by a tag, each change would compute all such elements", () => {
  expect(wideSelectors(".a:has(b) > div, .a:has(b) > .c, a b, .a:has(b) p:not(.c) {}")).toEqual([
    ".a:has(b) > div",
    " .a:has(b) p:not(.c)",
  ]);
  const names = readdirSync(pwa, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  const texts = names.map((name) => [name, readFileSync(new URL(name, pwa), "utf8")] as const);
  expect(texts.filter(([, text]) => text.includes(":has(")).length).toBeGreaterThan(10);
  expect(texts.flatMap(([name, text]) => wideSelectors(text).map((selector) => `${name}: ${selector}`))).toEqual([]);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPage, textPages, type TextName } from "../../shared/pages.ts";
import { readConfig } from "../config.ts";
import { siteResolvers } from "../domain/site/queries.ts";
import { parseText } from "../domain/site/text-blocks.ts";
import type { SignedInReadContext } from "../kit/query-resolver.ts";
import { StartError } from "../kit/start-error.ts";
import { readSite } from "./site.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tailhour-texts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const operator = {
  OPERATOR_NAME: "Example Aviation LLC",
  OPERATOR_ADDRESS: "1 Example Way, Springfield",
  OPERATOR_EMAIL: "help@tailhour.example",
  OPERATOR_PHONE: "+1 555 0100",
};
const site = (env: NodeJS.ProcessEnv = {}) => readSite(readConfig({ DEMO: "0", ...env }));
const own = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const words = (text: unknown) => JSON.stringify(text);

describe("the operator", () => {
  it("is the one of the settings", () => {
    expect(site(operator).about).toEqual({
      isDemo: false,
      operator: {
        name: "Example Aviation LLC",
        address: "1 Example Way, Springfield",
        email: "help@tailhour.example",
        phone: "+1 555 0100",
      },
      version: (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version,
    });
  });

  it("is not shown in the demo, also if the settings name one", () => {
    const { about, texts } = site({ ...operator, DEMO: "1" });
    expect(about).toMatchObject({ isDemo: true, operator: null });
    expect(words(texts)).not.toContain("Example");
  });

  it("is null without a name", () => {
    expect(site({ OPERATOR_EMAIL: "help@tailhour.example" }).about.operator).toBeNull();
  });
});

describe("the built-in texts", () => {
  it("exist for every page, name the operator, and leave no placeholder", () => {
    const { texts } = site(operator);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(textPages).sort());
    expect(words(texts.terms)).toContain("Example Aviation LLC");
    for (const text of Object.values(texts)) expect(words(text.blocks)).not.toMatch(/\{[a-z]+\}|\*\*|\]\(/);
  });

  it("are marked as templates only where a lawyer has to write them", () => {
    const marked = Object.entries(site().texts).filter(([, { isTemplate }]) => isTemplate);
    expect(marked.map(([name]) => name)).toEqual(["terms", "privacy"]);
  });

  it("link only to pages that exist", () => {
    const links = words(site().texts).match(/"href":"\/[^"]*"/g) ?? [];
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect([link, findPage(link.slice(8, -1)) !== null]).toEqual([link, true]);
  });

  it("hold the license of the software to the letter", () => {
    const plain = (text: string) => text.replaceAll(/\s+/g, " ");
    const { blocks } = site().texts.license;
    const shown = blocks.map((block) => ("runs" in block ? block.runs.map(({ text }) => text).join("") : "")).join(" ");
    expect(plain(shown)).toContain(plain(readFileSync("LICENSE", "utf8").replace("MIT License", "").trim()));
  });
});

describe("the operator's own texts", () => {
  it("replace the built-in ones of the same name, and the others stay", async () => {
    own("terms.md", "# Rules of the house\n\nAsk {operator} first.");
    const mine = site({ ...operator, TEXTS_DIR: folder });
    const context = { site: mine } as SignedInReadContext;
    expect(await siteResolvers["site.text"](context, { name: "terms" })).toEqual({
      title: "Rules of the house",
      isTemplate: false,
      blocks: [{ kind: "paragraph", runs: [{ text: "Ask Example Aviation LLC first." }] }],
    });
    expect(mine.texts.privacy).toEqual(site(operator).texts.privacy);
    await expect(siteResolvers["site.text"](context, { name: "constructor" })).rejects.toThrow();
  });

  it("stop the start when a file belongs to no page, has no title, or the folder is missing", () => {
    const start = () => site({ TEXTS_DIR: folder });
    own("notes.txt", "no page");
    expect(start).not.toThrow();
    own("privacy.md", "No title.");
    expect(start).toThrow(/privacy\.md must begin with a title/);
    own("privacy.md", "# Privacy\n\n[Here](javascript:alert(1))\n[There](data:text/html,x)");
    expect(start).toThrow(/privacy\.md has a link to/);
    own("privacy.md", "# Privacy");
    own("term.md", "# Terms");
    expect(start).toThrow(/term\.md, which no page shows/);
    rmSync(folder, { recursive: true });
    expect(start).toThrow(StartError);
  });
});

describe("a text", () => {
  const blocksOf = (source: string) => parseText(`# Title\n${source}`, {}).blocks;

  it("has headings, paragraphs over several lines, and lists", () => {
    expect(blocksOf("## Part\nOne\r\ntwo.\n\n- a\n  b\n- c\n\nLast.")).toEqual([
      { kind: "heading", text: "Part" },
      { kind: "paragraph", runs: [{ text: "One two." }] },
      { kind: "list", items: [[{ text: "a b" }], [{ text: "c" }]] },
      { kind: "paragraph", runs: [{ text: "Last." }] },
    ]);
  });

  it("has bold words and links, and shows markup as text", () => {
    expect(blocksOf("**Now** [write](mailto:a@b.example) <img src=x onerror=alert(1)> a*b [x]")).toEqual([
      {
        kind: "paragraph",
        runs: [
          { text: "Now", strong: true },
          { text: " " },
          { text: "write", href: "mailto:a@b.example" },
          { text: " <img src=x onerror=alert(1)> a*b [x]" },
        ],
      },
    ]);
  });

  it.each(["//evil.example", "/\\evil.example", "ftp://a.example", "JavaScript:x", "name"])(
    "refuses a link to %s",
    (to) => {
      expect(() => blocksOf(`[a](${to})`)).toThrow("has a link to");
    },
  );

  it("takes the operator's name as text, whatever characters it has", () => {
    const { blocks } = parseText("# T\n{operator}", { operator: "**A** [b](/c) <i>" });
    expect(blocks).toEqual([{ kind: "paragraph", runs: [{ text: "**A** [b](/c) <i>" }] }]);
  });
});

it("every text has a page of its own", () => {
  const found = (Object.keys(textPages) as TextName[]).map((name) => findPage(textPages[name])?.path);
  expect(found).toEqual(Object.values(textPages));
});

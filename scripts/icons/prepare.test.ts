// Checks the committed icons against their package, and their markup against the package's components.
import { readFileSync } from "node:fs";
import * as lucide from "lucide-react";
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Drawing } from "../../pwa/ui/icons/drawn.ts";
import * as icons from "../../pwa/ui/icons/icons.ts";
import { iconFiles } from "./prepare.mjs";

it("[S1290] the committed icons are those that components import, as the script makes them of the package", async () => {
  for (const { file, text } of await iconFiles())
    expect(readFileSync(file, "utf8") === text, `Run \`node scripts/icons.mjs\` and commit ${file}.`).toBe(true);
});

it.each(Object.entries<Drawing>(icons))("[S1291] %s has the markup of its package's component", (name, icon) => {
  const look = { "aria-hidden": true, className: "icon-s" };
  const theirs = renderToStaticMarkup(createElement((lucide as unknown as Record<string, ComponentType>)[name]!, look));
  expect(renderToStaticMarkup(createElement(icon, look))).toBe(theirs.replace(/ lucide-[\w-]+(?= )/g, ""));
});

// Reads who runs this site from the settings, and the texts from the built-in folder and the operator's.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { SiteAbout, SiteText } from "../../shared/domain/site.ts";
import { isTextName, textPages, type TextName } from "../../shared/pages.ts";
import type { Config } from "../config.ts";
import { parseText, TextError, type TextValues } from "../domain/site/text-blocks.ts";
import type { Site } from "../kit/site.ts";
import { StartError } from "../kit/start-error.ts";
import { upwards } from "./upwards.ts";

type Settings = Pick<
  Config,
  "DEMO" | "OPERATOR_NAME" | "OPERATOR_ADDRESS" | "OPERATOR_EMAIL" | "OPERATOR_PHONE" | "TEXTS_DIR"
>;

/** Legal texts that fit no operator as they are. The built-in ones are marked as templates. */
const templates: readonly TextName[] = ["terms", "privacy"];

/** More is no text for people. */
const MOST_CHARACTERS = 200_000;

/**
 * Reads everything once: a change takes effect after a restart. A file of `TEXTS_DIR` replaces the built-in text of its name.
 * @throws StartError for a missing folder, an unknown file, and a text that cannot be shown
 */
export function readSite(config: Settings): Site {
  const about = aboutOf(config);
  const values = valuesOf(about);
  const own = config.TEXTS_DIR === undefined ? new Set<TextName>() : namesIn(config.TEXTS_DIR);
  const builtIn = upwards("texts/terms.md", "texts");
  const texts = Object.fromEntries(
    (Object.keys(textPages) as TextName[]).map((name): [string, SiteText] => {
      const isOwn = own.has(name);
      const text = readText(path.join(isOwn ? (config.TEXTS_DIR ?? "") : builtIn, `${name}.md`), values);
      return [name, { ...text, isTemplate: !isOwn && templates.includes(name) }];
    }),
  ) as Record<TextName, SiteText>;
  return { about, texts };
}

/** The demo shows no operator, because nothing in it is real. */
function aboutOf(config: Settings): SiteAbout {
  const { DEMO: isDemo, OPERATOR_NAME: name } = config;
  const operator =
    isDemo || name === undefined
      ? null
      : {
          name,
          address: config.OPERATOR_ADDRESS ?? null,
          email: config.OPERATOR_EMAIL ?? null,
          phone: config.OPERATOR_PHONE ?? null,
        };
  return { isDemo, operator, version: versionOf() };
}

function valuesOf({ isDemo, operator }: SiteAbout): TextValues {
  const missing = isDemo ? "none, this is a demo" : "not stated";
  return {
    operator: operator?.name ?? missing,
    address: operator?.address ?? missing,
    email: operator?.email ?? missing,
    phone: operator?.phone ?? missing,
  };
}

/** Names of the texts in the operator's folder. Other kinds of files are ignored. */
function namesIn(folder: string): Set<TextName> {
  if (!existsSync(folder)) throw new StartError(`TEXTS_DIR names ${folder}, which does not exist.`);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length));
  const unknown = names.find((name) => !isTextName(name));
  if (unknown !== undefined)
    throw new StartError(
      `TEXTS_DIR has ${unknown}.md, which no page shows. Known names: ${Object.keys(textPages).join(", ")}.`,
    );
  return new Set(names.filter(isTextName));
}

function readText(file: string, values: TextValues): { title: string; blocks: SiteText["blocks"] } {
  const source = readFileSync(file, "utf8");
  if (source.length > MOST_CHARACTERS)
    throw new StartError(`${file} is too long: at most ${MOST_CHARACTERS} characters.`);
  try {
    return parseText(source, values);
  } catch (error) {
    if (error instanceof TextError) throw new StartError(`${file} ${error.message}.`);
    throw error;
  }
}

function versionOf(): string {
  const file = path.join(upwards("package.json"), "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

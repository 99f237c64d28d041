// Measures the index of airfields: its size, and in a browser that is slowed four times, like a phone of four years, opening and searches.
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium, type Page } from "@playwright/test";
import { build } from "esbuild";
import { preparedFiles, prepareAirfields } from "../scripts/airfields/prepare.ts";
import type { AirfieldIndex, FoundAirfield } from "../shared/domain/airfields/search.ts";
import { browserSwitches, findBrowser } from "../tests/setup/browser.ts";
import { atMost, below, ofRounds, type Bench, type Measurement } from "./item.ts";

const SLOWDOWN = 4;
/** Identifiers, words, and the letters with the most matches. */
const TYPED = ["MYF", "KMYF", "s", "m", "a", "san diego", "municipal", "county airport", "o'hare", "xyzzy", "st", "la"];

export const airfields: Bench = {
  async run() {
    prepareAirfields();
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    try {
      return await measure(await browser.newPage());
    } finally {
      await browser.close();
    }
  },
};

/** What the script makes of `shared/domain/airfields/search.ts`. */
type Airfields = {
  openIndex(text: string): Generator<undefined, AirfieldIndex>;
  searchAirfields(index: AirfieldIndex, typed: string, most: number): FoundAirfield[];
};

async function measure(page: Page): Promise<Measurement[]> {
  const entry = path.join(import.meta.dirname, "..", "shared", "domain", "airfields", "search.ts");
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "iife",
    globalName: "airfields",
    minify: true,
    write: false,
  });
  await page.addScriptTag({ content: outputFiles[0]!.text });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const text = readFileSync(preparedFiles.index, "utf8");
  const { steps, search, rows } = await page.evaluate(timed, { text, typed: TYPED });
  const of = `${rows.toLocaleString("en-US")} airfields, ${SLOWDOWN}× CPU`;
  return [
    ...[
      { name: "Brotli", bytes: brotliCompressSync(text).length },
      { name: "gzip", bytes: gzipSync(text).length },
    ].map(({ name, bytes }) => ({
      item: "M1",
      what: `the index of ${rows.toLocaleString("en-US")} airfields, with ${name}`,
      value: bytes / 1000,
      unit: "kB",
      bar: below(400),
    })),
    { item: "M1", what: `longest step of opening the index of ${of}`, ...ofRounds(steps), unit: "ms", bar: atMost(50) },
    {
      item: "M1",
      what: `slowest search of ${TYPED.length}, median of 9, over ${of}`,
      value: search,
      unit: "ms",
      bar: atMost(30),
    },
  ];
}

/** Runs in the page. Has no inner functions with names: the loader of this program would mark them with a helper. */
function timed({ text, typed }: { text: string; typed: readonly string[] }) {
  const { openIndex, searchAirfields } = (globalThis as unknown as { airfields: Airfields }).airfields;
  const longest: number[] = [];
  let index: AirfieldIndex | undefined;
  for (let round = 0; round < 5; round++) {
    const steps = openIndex(text);
    let step = 0;
    while (true) {
      const began = performance.now();
      const next = steps.next();
      step = Math.max(step, performance.now() - began);
      if (!next.done) continue;
      index = next.value;
      break;
    }
    longest.push(step);
  }
  const medians = typed.map((one) => {
    const times = Array.from({ length: 9 }, () => {
      const began = performance.now();
      searchAirfields(index!, one, 4);
      return performance.now() - began;
    });
    return times.sort((a, b) => a - b)[4]!;
  });
  return { steps: longest, search: Math.max(...medians), rows: index!.ids.length };
}

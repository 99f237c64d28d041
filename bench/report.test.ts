// The page about performance keeps its words when a run writes its figures.
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../tests/setup/temporary.ts";
import { writeFigures, type Run } from "./report.ts";

const page = new URL("../docs/performance.md", import.meta.url);

it("[S1142] keeps its words when a run writes its figures, and names what failed", async () => {
  const folder = temporaryFolder("tailhour-figures");
  try {
    const copy = path.join(folder, "performance.md");
    const run: Run = {
      ...{ at: "2026-11-24T20:45:00.000Z", node: "v20.0.0", cores: 2, processor: "a processor", load: [0.1, 1.5] },
      ...{ minutes: 11.2, seconds: { bundle: 20 } },
      figures: [{ item: "B1", what: "JavaScript of a test", value: 123.4, unit: "kB", limit: 100 }],
      failures: [{ part: "lighthouse: home", why: "Error: no browser" }],
    };
    for (const [of, name] of [
      ["goals", "figures"],
      ["features", "figures of features"],
    ] as const) {
      copyFileSync(page, copy);
      await writeFigures(copy, of, run);
      const written = readFileSync(copy, "utf8");
      const around = (whole: string) => [whole.split(`<!-- ${name} -->`)[0], whole.split(`<!-- end of ${name} -->`)[1]];
      expect(around(written)).toEqual(around(readFileSync(page, "utf8")));
      expect(written).toContain("| B1 | JavaScript of a test | 123 kB |  | 100 kB | 1.23 × |");
      expect(written).toContain("Not measured, because it failed: lighthouse: home.");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

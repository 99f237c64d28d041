// Limits the service worker's bundle to 60 kB without a schema library.
import { gzipSync } from "node:zlib";
import path from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const device = path.join(import.meta.dirname, "..", "..", "pwa", "device");

async function bundled(entry: string) {
  const { metafile, outputFiles } = await build({
    entryPoints: [path.join(device, entry)],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    metafile: true,
    write: false,
  });
  return { inputs: Object.keys(metafile.inputs), bytes: gzipSync(outputFiles[0]!.contents).length };
}

test("engine, live line and transport need no schema library", async () => {
  for (const entry of [
    "sync/engine.ts",
    "transport/live-line.ts",
    "transport/http-transport.ts",
    "store/person-store.ts",
  ]) {
    const { inputs } = await bundled(entry);
    expect(
      inputs.filter((input) => input.includes("node_modules/zod")),
      entry,
    ).toEqual([]);
  }
});

test("engine and Dexie fit into the worker's 60 kB", async () => {
  const [engine, store] = [await bundled("sync/engine.ts"), await bundled("store/person-store.ts")];
  expect(engine.bytes + store.bytes).toBeLessThan(46_000);
});

// Draws the aircraft of the demo and of each class from their parameters in scripts/drawings: `node scripts/drawings.mjs`.
// The pictures are committed; run it again after a change. A 25th aircraft is one more record in scripts/drawings/types.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

const unregister = register();
const { allDrawings } = await import("./drawings/all.ts");
const drawings = allDrawings();
await unregister();
const folder = fileURLToPath(new URL("../pwa/public", import.meta.url));
let bytes = 0;
for (const [address, svg] of drawings) {
  writeFileSync(folder + address, svg);
  bytes += Buffer.byteLength(svg);
}
console.log(`Drew ${drawings.size} pictures, ${(bytes / 1024).toFixed(0)} kB in all.`);

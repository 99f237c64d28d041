// Prepares the shapes of the map from public domain data: `node scripts/map-shapes.mjs`. The file is committed; run it again after
// a change or a new version of the packages.
import { writeFileSync } from "node:fs";
import { mapShapes, shapesFile } from "./map-shapes/prepare.mjs";

const text = mapShapes();
writeFileSync(shapesFile, text);
console.log(`Wrote the shapes of the map, ${(text.length / 1000).toFixed(0)} kB.`);

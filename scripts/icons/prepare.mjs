// The icons that components import, from lucide-react. It has 4,766 files: installing them took a third of all packages' time.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const pwa = fileURLToPath(new URL("../../pwa", import.meta.url));
const file = path.join(pwa, "ui", "icons", "icons.ts");

/** Paths and texts of the committed files. */
export async function iconFiles() {
  const lucide = path.dirname(createRequire(import.meta.url).resolve("lucide-react/package.json"));
  const read = (name) => readFileSync(path.join(lucide, name), "utf8");
  const index = read("dist/esm/lucide-react.mjs");
  const lines = importedNames().map(async (name) => {
    const found = new RegExp(`default as ${name}[ ,][^\\n]*from '\\./(icons/[\\w-]+\\.mjs)'`).exec(index);
    if (!found) throw new Error(`lucide-react has no icon named ${name}.`);
    const { __iconData } = await import(pathToFileURL(path.join(lucide, "dist/esm", found[1])).href);
    const parts = __iconData.node.map(([tag, { key: _, ...attributes }]) => [tag, attributes]);
    return `export const ${name} = /* @__PURE__ */ drawn(${JSON.stringify(parts)});\n`;
  });
  const head = `// Written by \`node scripts/icons.mjs\`. The drawings are Lucide's; icons-license.txt is their license.\nimport { drawn } from "./drawn.ts";\n\n`;
  return [
    { file, text: head + (await Promise.all(lines)).join("") },
    { file: path.join(path.dirname(file), "icons-license.txt"), text: read("LICENSE") },
  ];
}

/** Names that components import from the file, in alphabetical order. */
function importedNames() {
  const names = new Set();
  for (const name of readdirSync(pwa, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name)) continue;
    const source = readFileSync(path.join(pwa, name), "utf8");
    for (const [, list] of source.matchAll(/import \{([^}]*)\} from "[^"]*\/icons\.ts"/g))
      for (const one of list.split(",")) if (one.trim()) names.add(one.trim().split(" as ")[0]);
  }
  return [...names].sort();
}

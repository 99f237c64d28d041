// Changes of modules and of the document while the browser's build is made.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { minifySync, normalizePath, type Plugin } from "vite";
import { at } from "./built.ts";

/**
 * The router's unused components stay in the bundle: it makes them by calls, and assigns to them. These are names for developer tools, and
 * a context of its error boundary, which the app does without. Without the assignments, and with calls marked as pure, they are left out.
 */
export function smallRouter(): Plugin {
  return {
    name: "small-router",
    apply: "build",
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-[^/]+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.(displayName = "\w+"|contextType = \w+);$/gm, "")
          .replaceAll(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, "$1/* @__PURE__ */ $2"),
        map: null,
      }),
    },
  };
}

/** Makes a module of each icon. The bundler puts whole modules into a page's file, so a page loads only its own icons. */
export function singleIcons(): Plugin {
  const file = normalizePath(at("pwa/ui/icons/icons.ts"));
  const text = readFileSync(file, "utf8");
  const head = /^import .*$/m.exec(text)![0];
  const lines = new Map(
    [...text.matchAll(/^export const (\w+) = .*$/gm)].map(([line, name]) => [`${file}?${name}`, line]),
  );
  return {
    name: "single-icons",
    apply: "build",
    load: (id) => {
      const line = lines.get(id);
      if (line) return { code: `${head}\n${line}`, moduleSideEffects: false };
      if (id !== file) return null;
      const names = [...lines.keys()].map((key) => key.slice(file.length + 1));
      const code = names.map((name) => `export { ${name} } from "./icons.ts?${name}";`).join("\n");
      return { code, moduleSideEffects: false };
    },
  };
}

const PAGE_HEAD = "<!--page-head-->";

/**
 * The first style sheet goes ahead of the page's own head: what a page brings along has the last word, as it has when the
 * page is loaded later. Scripts give way to pictures: the page reads without them. The font is asked for early, for the
 * shell that comes from the device: there it is at hand, and the page is laid out once. Pages from the server leave it for
 * later (sync-server/http/site/pages.ts).
 */
export function headOrder(): Plugin {
  return {
    name: "head-order",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const sheets = html.match(/<link rel="stylesheet"[^>]*>\s*/g) ?? [];
        const bare = sheets.reduce((rest, sheet) => rest.replace(sheet, ""), html);
        const patient = bare.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
        const font = Object.keys(bundle ?? {}).find((file) => /archivo-latin-wdth-normal.*\.woff2$/.test(file));
        if (!font) throw new Error("The font is not in the build.");
        const early = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`;
        return patient.replace(PAGE_HEAD, `${sheets.join("").trim()}\n    ${early}\n    ${PAGE_HEAD}`);
      },
    },
  };
}

/** Scripts that the bundler copies as they are: they run before the app, at addresses that stay. */
const plainScripts = ["theme.js", "trusted-types.js", "start.js"];

/** Makes those scripts small: two of them keep the page from its first paint. */
export function smallScripts(): Plugin {
  return {
    name: "small-scripts",
    apply: "build",
    writeBundle({ dir }) {
      if (!dir) throw new Error("The build has no folder.");
      for (const name of plainScripts) {
        const file = path.join(dir, name);
        const { code, errors } = minifySync(name, readFileSync(file, "utf8"));
        if (errors.length > 0) throw new Error(`${name} could not be made small: ${errors[0]!.message}`);
        writeFileSync(file, code);
      }
    },
  };
}

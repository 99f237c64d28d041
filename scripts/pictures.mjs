// `npm run pictures`: screenshots of every screen on phone, tablet and desktop, light and dark, in artifacts/pictures.
// Adds a page with all of them. `npm run pictures -- -g "home|detail"` takes some.
import "./node-version.cjs";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { prepareBrowser } from "./browser.mjs";
import { staleParts } from "./freshness.mjs";
import { giveUp, install, root } from "./install.mjs";

install({ tests: true });
process.chdir(root);
const folder = path.join(root, "artifacts", "pictures");
mkdirSync(folder, { recursive: true });

const node = (args, env = process.env) => spawnSync(process.execPath, args, { stdio: "inherit", env }).status;
if (staleParts().length > 0 && node([path.join(root, "scripts", "build.mjs")]) !== 0) giveUp("There is no build.");

const browser = await prepareBrowser();
if (!browser.env) giveUp(browser.why);
const playwright = path.join(root, "node_modules", "@playwright", "test", "cli.js");
const status = node([playwright, "test", "--config", "tests/pictures/playwright.config.ts", ...process.argv.slice(2)], {
  ...process.env,
  ...browser.env,
});
writeSheet();
process.exitCode = status ?? 1;

/** A page with all screenshots, one row per screen. */
function writeSheet() {
  const looks = ["phone", "tablet", "desktop"].flatMap((device) => [`${device}-light`, `${device}-dark`]);
  const files = new Set(readdirSync(folder));
  const names = [
    ...new Set([...files].map((file) => /^(.+)-(phone|tablet|desktop)-(light|dark)\.png$/.exec(file)?.[1])),
  ];
  const cell = (file) =>
    files.has(file) ? `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>` : "";
  const rows = names
    .filter(Boolean)
    .sort()
    .map(
      (name) => `<tr><th>${name}</th>${looks.map((look) => `<td>${cell(`${name}-${look}.png`)}</td>`).join("")}</tr>`,
    );
  const head = `<tr><th></th>${looks.map((look) => `<th>${look.replace("-", ", ")}</th>`).join("")}</tr>`;
  const style =
    "body{font:14px system-ui;margin:16px;background:#888}th,td{vertical-align:top;text-align:left;padding:6px}" +
    "img{height:360px;max-width:420px;object-fit:contain;object-position:top;background:#fff}";
  const page = `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style><table>${head}${rows.join("")}</table>`;
  writeFileSync(path.join(folder, "index.html"), page);
  console.log(`${names.length} screens: ${path.join("artifacts", "pictures", "index.html")}`);
}

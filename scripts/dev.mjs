// `npm run dev`: Vite serves the client on PORT with hot reload and proxies to the server, which tsx restarts at every change.
import "./node-version.cjs";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer as createProbe } from "node:net";
import path from "node:path";
import { giveUp, install, root } from "./install.mjs";
import { endWithNpm } from "./with-parent.mjs";

install();
endWithNpm();
process.chdir(root);

const host = process.env.HOST || "localhost";
const port = Number(process.env.PORT || 3000);
const serverPort = await freePort();
process.env.DEV_SERVER = `http://localhost:${serverPort}`;

await (await import("./airfields.mjs")).airfieldFiles();
const { createServer } = await import("vite");
const vite = await createServer({
  configFile: path.join(root, "vite.config.ts"),
  server: { host, port, strictPort: true },
});
try {
  await vite.listen();
} catch (error) {
  giveUp(`Port ${port} cannot be used (${error.message}): choose another, as in PORT=3001 npm run dev.`);
}

const tsx = createRequire(import.meta.url).resolve("tsx/cli");
const server = spawn(process.execPath, [tsx, "watch", "--clear-screen=false", "sync-server/main.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    PORT: String(serverPort),
    HOST: "localhost",
    PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${port}`,
  },
});
server.on("exit", (code) => void end(code ?? 0));
vite.printUrls();

let ending = false;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void end(0));

async function end(code) {
  if (ending) return;
  ending = true;
  if (server.exitCode === null && server.signalCode === null) {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
  await vite.close();
  process.exit(code);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createProbe().on("error", reject);
    probe.listen(0, "localhost", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}

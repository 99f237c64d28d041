// Preloaded into a server process: writes a line for each lookup and connection.
import { appendFileSync } from "node:fs";
import { watchConnections } from "./connections.ts";

const file = process.env["CONNECTIONS_FILE"];
if (file) watchConnections((to) => appendFileSync(file, `${to}\n`));

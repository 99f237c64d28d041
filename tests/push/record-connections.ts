// Loaded into a server before anything else: writes down what it reaches for, a line each.
import { appendFileSync } from "node:fs";
import { watchConnections } from "./connections.ts";

const file = process.env["CONNECTIONS_FILE"];
if (file) watchConnections((to) => appendFileSync(file, `${to}\n`));

// Starts PgBouncer from Debian's package in transaction mode, with the configuration of the manual or of docs/cluster.
import { spawn } from "node:child_process";
import { chownSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { accountForRoot } from "../../sync-server/db/embedded-binaries.ts";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import { installed, killable, type Killable } from "./local-service.ts";
import { temporaryFolder } from "./temporary.ts";

const program = installed("pgbouncer");

/** Whether it is installed; `.ci/run` installs it. */
export const hasPgbouncer = program !== null;

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../docs/${file}`, import.meta.url)), "utf8");

/** The configuration that docs/operating.md shows. */
export const manualConfiguration = /```ini\n([^]*?)```/.exec(read("operating.md"))?.[1] ?? "";
/** That of docs/cluster, without its addresses. */
export const clusterConfiguration = read("cluster/pgbouncer.ini").replace(
  /^(listen_addr|listen_port|unix_socket_dir|auth_type|auth_file) =.*\n/gm,
  "",
);

export type Pgbouncer = Killable & { url: string; remove(): void };

/** Starts it before the database of `url`. */
export async function startPgbouncer(url: string, given = manualConfiguration): Promise<Pgbouncer> {
  const { hostname, port: server, pathname, username, password } = new URL(url);
  const folder = temporaryFolder("tailhour-pgbouncer");
  const [port, database] = [await freePort(), pathname.slice(1)];
  const configuration = given.replace(
    "tailhour = host=database port=5432",
    `${database} = host=${hostname} port=${server}`,
  );
  const users = path.join(folder, "users.txt");
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const own = ["listen_addr = 127.0.0.1", `listen_port = ${port}`, "auth_type = plain", `auth_file = ${users}`];
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(file, `${configuration}\n${[...own, "unix_socket_dir ="].join("\n")}\n`);
  const account = accountForRoot();
  if (account) for (const one of [folder, users, file]) chownSync(one, account.uid, account.gid);
  const pgbouncer: Pgbouncer = {
    ...killable(port, () => spawn(program ?? "pgbouncer", ["-q", file], { ...account, stdio: "ignore" })),
    url: `postgres://${username}:${password}@127.0.0.1:${port}/${database}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  await pgbouncer.start();
  return pgbouncer;
}

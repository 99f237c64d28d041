// A primary with a streaming replica, made by the command of docs/operating.md.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../../sync-server/db/knex.ts";
import {
  asPostgres,
  clusterIn,
  folderForPostgres,
  makeCluster,
  ownPrograms,
  type OwnCluster,
} from "../setup/own-postgres.ts";
import { temporaryFolder } from "../setup/temporary.ts";

const manual = readFileSync(fileURLToPath(new URL("../../docs/operating.md", import.meta.url)), "utf8");

export type ReplicatedPostgres = { primary: OwnCluster; standby: OwnCluster; stop(): Promise<void> };

/** Starts both with an empty database `tailhour`. */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const folder = temporaryFolder("tailhour-replica");
  const clusters = folderForPostgres(path.join(folder, "clusters"));
  const [data, copy] = [path.join(clusters, "primary"), path.join(clusters, "standby")];
  makeCluster(data);
  const primary = await clusterIn(data, { fsync: "off" });
  const standby = await clusterIn(copy, { fsync: "off" });
  await primary.start();
  const admin = openDatabase(primary.url("postgres"), { pool: 1 });
  await admin.raw("create database tailhour");
  await admin.destroy();
  const command = /# make a replica\n([^]*?)```/.exec(manual)?.[1] ?? "exit 1";
  const env = { PATH: `${ownPrograms}:${process.env["PATH"]}`, DATABASE_URL: primary.url("tailhour"), REPLICA: copy };
  execFileSync("bash", ["-euc", command], { ...asPostgres, env, stdio: ["ignore", "ignore", "pipe"] });
  await standby.start();
  return {
    primary,
    standby,
    async stop() {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

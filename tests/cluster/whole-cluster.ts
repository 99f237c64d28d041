// The processes of docs/cluster with a replica, as one: PostgreSQL, PgBouncer, Redis, the picture store, servers, nginx.
import { rmSync } from "node:fs";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { hasBus, startBus } from "../setup/bus.ts";
import type { Killable } from "../setup/local-service.ts";
import { nginxProgram, startNginx } from "./nginx.ts";
import { ownPrograms, type OwnCluster } from "../setup/own-postgres.ts";
import { clusterConfiguration, hasPgbouncer, startPgbouncer } from "../setup/pgbouncer.ts";
import { startReplicated } from "./replicated-postgres.ts";
import { s3Environment, startSwift } from "../setup/swift.ts";
import { temporaryFolder } from "../setup/temporary.ts";
import { startFleet } from "../phones/processes.ts";

/** Whether all its programs are installed; those of the picture store count apart. */
export const hasWholeCluster = Boolean(ownPrograms && hasPgbouncer && hasBus("redis") && nginxProgram);

export type Part = "server" | "PgBouncer" | "Redis" | "replica" | "picture store" | "nginx" | "PostgreSQL";

export type WholeCluster = {
  /** The address of the proxy. */
  url: string;
  db: ReturnType<typeof openDatabase>;
  /** What can be killed, by its name. */
  parts: Map<Part, Killable>;
  stop(): Promise<void>;
};

/** Starts all of it, the picture store only if asked: it takes long. Whatever has started is stopped if one part fails. */
export async function startWholeCluster({ hasStore }: { hasStore: boolean }): Promise<WholeCluster> {
  const ends: (() => Promise<unknown> | void)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const swift = hasStore ? await startSwift() : null;
    if (swift) ends.push(swift.stop);
    const postgres = await startReplicated();
    ends.push(postgres.stop);
    const direct = new URL(postgres.primary.url("tailhour"));
    direct.password = "secret";
    const pgbouncer = await startPgbouncer(direct.href, clusterConfiguration);
    ends.push(pgbouncer.remove, pgbouncer.kill);
    const bus = await startBus("redis");
    ends.push(bus.kill);
    const buffer = temporaryFolder("tailhour-cluster");
    ends.push(() => rmSync(buffer, { recursive: true, force: true }));
    const fleet = await startFleet(pgbouncer.url, 3, {
      DATABASE_POOLED: "1",
      DATABASE_REPLICA_URL: postgres.standby.url("tailhour"),
      BUS_URL: bus.url,
      TRUST_PROXY: "1",
      DATA_DIR: buffer,
      ...(swift && s3Environment(swift)),
    });
    ends.push(fleet.end);
    const nginx = await startNginx(fleet.servers.map(({ url }) => url));
    ends.push(nginx.remove, nginx.kill);
    const db = openDatabase(direct.href, { pool: 4 });
    ends.push(() => db.destroy());
    const parts = new Map<Part, Killable>([
      ["server", fleet.servers[0]!],
      ["PgBouncer", pgbouncer],
      ["Redis", bus],
      ["replica", asPart(postgres.standby)],
      ["nginx", nginx],
      ["PostgreSQL", asPart(postgres.primary)],
    ]);
    if (swift) parts.set("picture store", swift);
    return { url: nginx.url, db, parts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const asPart = ({ stop, start }: OwnCluster): Killable => ({ kill: () => stop("SIGQUIT"), start });

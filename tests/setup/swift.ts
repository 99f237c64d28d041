// Starts OpenStack Swift with its S3 interface, from Debian's packages, as an independent S3 service for tests.
// Each of its four servers is one process on a free port, with its data in a temporary folder.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { AwsClient } from "aws4fetch";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import type { S3Settings } from "../../sync-server/domain/uploads/s3-store.ts";
import { temporaryFolder } from "./temporary.ts";

export type Swift = { settings: S3Settings; stop(): Promise<void> };

/** Milliseconds for all four servers, on a machine that runs much else. */
export const SWIFT_MS = 240_000;

// The interpreter of Debian's packages; PATH may have another one first.
const PYTHON = "/usr/bin/python3";
const programs = ["swift-proxy-server", "swift-object-server", "swift-container-server", "swift-account-server"];

/** Whether Swift is installed; `.ci/run` installs it. */
export const hasSwift = programs.every((program) =>
  (process.env["PATH"] ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, program))),
);

/** Starts Swift with one empty bucket. */
export async function startSwift(): Promise<Swift> {
  const folder = temporaryFolder("tailhour-swift");
  mkdirSync(path.join(folder, "devices", "d1"), { recursive: true });
  writeFileSync(
    path.join(folder, "swift.conf"),
    conf({
      "swift-hash": { swift_hash_path_suffix: "tailhour", swift_hash_path_prefix: "tailhour" },
      "storage-policy:0": { name: "one", default: "yes" },
    }),
  );
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  for (const [kind, port] of Object.entries(ports)) layOut(folder, kind, port);
  execFileSync(PYTHON, ["-c", rings, ...Object.entries(ports).flat().map(String)], { cwd: folder, stdio: "ignore" });
  const port = await freePort();
  writeFileSync(path.join(folder, "proxy-server.conf"), proxyConf(folder, port));
  const running = programs.map((program) => {
    const file = path.join(folder, `${program.split("-")[1]}-server.conf`);
    return spawn(program, [file], { stdio: "ignore", cwd: folder });
  });
  const settings: S3Settings = {
    bucket: "pictures",
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    accessKeyId: "test:tester",
    secretAccessKey: "testing",
    isDirect: true,
  };
  const stop = async () => {
    await Promise.all(running.map(ended));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeBucket(settings, running);
  } catch (error) {
    await stop();
    throw error;
  }
  return { settings, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

async function makeBucket(settings: S3Settings, running: readonly ChildProcess[]): Promise<void> {
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const giveUp = Date.now() + SWIFT_MS - 60_000;
  for (;;) {
    const answer = await client.fetch(`${endpoint}/${bucket}`, { method: "PUT" }).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > giveUp || running.some(({ exitCode }) => exitCode !== null))
      throw new Error(`Swift did not start (${answer?.status ?? "no answer"}).`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Writes the three rings with their servers' addresses. One process does it, since each takes half a second to start. */
const rings = `
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(sys.argv[1::2], sys.argv[2::2]):
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "d1", "weight": 1.0})
    builder.rebalance()
    builder.get_ring().save(kind + ".ring.gz")
`;

/** Writes the configuration of one of the three storage servers. */
function layOut(folder: string, kind: string, port: number): void {
  writeFileSync(
    path.join(folder, `${kind}-server.conf`),
    conf({
      DEFAULT: {
        ...common(folder, port),
        devices: path.join(folder, "devices"),
        mount_check: "false",
        fallocate_reserve: "0",
      },
      "pipeline:main": { pipeline: `${kind}-server` },
      [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
    }),
  );
}

function proxyConf(folder: string, port: number): string {
  const filters = { catch_errors: {}, gatekeeper: {}, bulk: {}, slo: {}, dlo: {} };
  return conf({
    DEFAULT: { ...common(folder, port), cors_allow_origin: "*" },
    "pipeline:main": {
      pipeline: "catch_errors gatekeeper memcache bulk s3api tempauth slo dlo proxy-server",
    },
    // By default the proxy ignores a storage server for a minute after ten errors, also those before its start.
    "app:proxy-server": { use: "egg:swift#proxy", account_autocreate: "true", error_suppression_limit: "1000000" },
    ...Object.fromEntries(Object.keys(filters).map((name) => [`filter:${name}`, { use: `egg:swift#${name}` }])),
    // Swift requires a cache setting but works without the cache: nothing listens on this port.
    "filter:memcache": { use: "egg:swift#memcache", memcache_servers: "127.0.0.1:1" },
    "filter:s3api": { use: "egg:swift#s3api", location: "us-east-1", s3_acl: "false" },
    "filter:tempauth": { use: "egg:swift#tempauth", user_test_tester: "testing .admin" },
  });
}

function common(folder: string, port: number): Record<string, string> {
  return {
    bind_ip: "127.0.0.1",
    bind_port: String(port),
    workers: "0",
    swift_dir: folder,
    user: userInfo().username,
    log_level: "ERROR",
  };
}

function conf(sections: Record<string, Record<string, string>>): string {
  return Object.entries(sections)
    .map(([name, settings]) =>
      [`[${name}]`, ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`), ""].join("\n"),
    )
    .join("\n");
}

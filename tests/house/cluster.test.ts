// Checks docs/cluster: its services exist, are guarded, agree with each other, and the server accepts their settings.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig, settingNames } from "../../sync-server/config.ts";
import { nginxProgram, writeNginx } from "../cluster/nginx.ts";
import { temporaryFolder } from "../setup/temporary.ts";

type Service = {
  image?: string;
  build?: { context: string; args: Record<string, string> };
  /** A setting without a value has that of the operator's environment. */
  environment?: Record<string, string | null>;
  depends_on?: string[] | Record<string, unknown>;
  volumes?: string[];
  command?: string[];
} & Record<string, unknown>;
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const compose = parse(read("docs/cluster/compose.yaml"), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const servers = services.filter(([name]) => name.startsWith("server-"));
const nginx = read("docs/cluster/nginx.conf");
const dockerfile = read("docs/cluster/Dockerfile");
const pgbouncer = read("docs/cluster/pgbouncer.ini");

it("[S1226] has every part, each with a read-only root, no capabilities and limits", () => {
  const names = services.map(([name]) => name);
  expect(names.sort()).toEqual(["bus", "database", "pgbouncer", "proxy", "server-1", "server-2", "server-3", "store"]);
  for (const [name, service] of services) {
    expect([name, service["read_only"], service["cap_drop"]]).toEqual([name, true, ["ALL"]]);
    expect(service["security_opt"]).toEqual(["no-new-privileges:true"]);
    for (const limit of ["mem_limit", "cpu_shares", "pids_limit", "tmpfs"]) expect(service).toHaveProperty(limit);
    const needed = service.depends_on ?? {};
    const others = Array.isArray(needed) ? needed : Object.keys(needed);
    expect(others.filter((other) => !names.includes(other))).toEqual([]);
    for (const volume of service.volumes ?? []) expect(Object.keys(compose.volumes)).toContain(volume.split(":")[0]);
    expect(Number(service.image !== undefined) + Number(service.build !== undefined)).toBe(1);
  }
});

it("[S1227] gives the servers settings that they accept, and names that lead to the other services", () => {
  const values: Record<string, string> = {
    PUBLIC_URL: "https://tailhour.example",
    SMTP_URL: "smtp://mail.example:587",
    POSTGRES_PASSWORD: "secret",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const examples = new Map(
    [...read(".env.example").matchAll(/^#([A-Z0-9_]+)=(.+)$/gm)].map(([, name, value]) => [name!, value!]),
  );
  const filled = (text: string) =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) =>
      kind === "-" ? rest : (values[name] ?? examples.get(name) ?? ""),
    );
  expect(servers).toHaveLength(3);
  for (const [, { environment = {} }] of servers) {
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
    const given = Object.fromEntries(
      Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, filled(String(value))]])),
    );
    const config = readConfig({ ...given, NODE_ENV: "production" });
    expect(config.DATABASE_POOLED).toBe(true);
    expect(new URL(config.DATABASE_URL!).host).toBe(`pgbouncer:${/listen_port = (\d+)/.exec(pgbouncer)?.[1]}`);
    expect(new URL(config.BUS_URL!).hostname).toBe("bus");
    const store = compose.services["store"]!.environment!;
    const [port] = store["STORE_PORTS"]!.split(",");
    expect(config.S3_ENDPOINT).toBe(`http://store:${port}`);
    for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID"]) expect(filled(store[name]!)).toBe(given[name]);
  }
  const upstream = [...nginx.matchAll(/^ +server ([\w-]+):(\d+) /gm)].map(([, name, port]) => [name, port]);
  expect(upstream).toEqual(servers.map(([name]) => [name, "3000"]).sort());
  const database = /host=(\w+) port=5432/.exec(pgbouncer)?.[1] ?? "";
  expect(compose.services).toHaveProperty(database);
});

/** What Compose itself decides, and what only tests set. */
const decided = ["DATA_DIR", "DATABASE_POOLED", "DEMO", "HOST", "NODE_ENV", "PORT", "PUSH_TEST_ORIGIN"];

it.each(["compose.yaml", "docs/cluster/compose.yaml"])("[S1281] %s hands on every setting of the server", (file) => {
  const { services: parts } = parse(read(file), { merge: true }) as Compose;
  const builds = Object.entries(parts).filter(([name]) => name === "tailhour" || name.startsWith("server-"));
  expect(builds.length).toBeGreaterThan(0);
  for (const [, { environment = {} }] of builds)
    expect(settingNames.filter((name) => !decided.includes(name) && !(name in environment))).toEqual([]);
});

it("[S1228] has the images of the other container files, and the time limits of the manual", () => {
  const node = /NODE_IMAGE=(\S+)/.exec(read("Dockerfile"))?.[1];
  expect(/NODE_IMAGE=(\S+)/.exec(read("docs/cluster/Dockerfile"))?.[1]).toBe(node);
  const builds = services.flatMap(([, { build }]) => build ?? []);
  for (const { args } of builds) expect(args).toEqual({ NODE_IMAGE: `\${NODE_IMAGE:-${node}}` });
  const postgres = /POSTGRES_IMAGE:-(\S+)\}/;
  expect(postgres.exec(compose.services["database"]?.image ?? "")?.[1]).toBe(postgres.exec(read("compose.yaml"))?.[1]);
  const query = (text: string) => /connect_query='[^']+'/.exec(text)?.[0];
  expect(query(pgbouncer)).toBe(query(read("docs/operating.md")));
});

it("[S1246] starts files and programs that its image has", () => {
  const copied = /^COPY (.+) \/etc\/cluster\/$/m.exec(dockerfile)![1]!.split(" ");
  const used = JSON.stringify(compose.services).matchAll(/\/etc\/cluster\/([\w.]+)/g);
  expect([...new Set([...used].map(([, file]) => file))].sort()).toEqual(copied.sort());
  for (const [, service] of services)
    for (const volume of service.volumes ?? [])
      if (service.build) expect(dockerfile).toContain(`chown nobody ${volume.split(":")[1]}\n`);
});

it.skipIf(!nginxProgram)("[S1229] has a configuration that nginx accepts", () => {
  const folder = temporaryFolder("tailhour-nginx");
  // The names of the services exist in Compose alone.
  const file = writeNginx(folder, ["http://127.0.0.1:3001", "http://127.0.0.1:3002", "http://127.0.0.1:3003"], 8080);
  expect(() => execFileSync(nginxProgram!, ["-t", "-q", "-c", file], { stdio: "pipe" })).not.toThrow();
  rmSync(folder, { recursive: true });
});

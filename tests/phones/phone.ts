// A complete device without a screen: the product's engine on IndexedDB, with exchanges and a live line to real servers.
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { WebSocket } from "ws";
import { personEngine } from "../../pwa/device/person/person-engine.ts";
import type { PersonStore } from "../../pwa/device/store/person-store.ts";
import type { Engine } from "../../pwa/device/sync/engine.ts";
import { writes } from "../../pwa/device/sync/writes.ts";
import { commands } from "../../shared/commands.ts";
import { entities, type EntityName } from "../../shared/entities.ts";
import type { ServerFrame } from "../../shared/sync.ts";
import type { TestPerson } from "../people.ts";
import { rest, chooseFault, troubledTransport, type Trouble } from "./trouble.ts";
import { dice } from "./dice.ts";

// Node 20 has no `navigator`. Without Web Locks any engine may flush at any time, which is the harder case.
if (!("navigator" in globalThis)) Object.defineProperty(globalThis, "navigator", { value: {} });

export type Phone = {
  person: TestPerson;
  engine: Engine;
  store: PersonStore;
  disk: IDBFactory;
  /** Reasons why the engine stopped; no test should cause one. */
  troubles: string[];
  /** Rows of all entities, by entity and key, as received from the server. */
  mirror(): Promise<Map<string, unknown>>;
  /** Stops timers and closes the live line. */
  close(): void;
};

export type PhoneOptions = {
  person: TestPerson;
  /** Addresses of the running servers; read before each use. */
  servers: () => readonly string[];
  trouble: Trouble;
  /** Without a live line the device only exchanges. */
  hasLine?: boolean;
  /** Another tab or worker of the same device, which shares its database. */
  sharing?: Phone;
};

/** Each device has a separate IndexedDB. */
export async function aPhone({ person, servers, trouble, hasLine = true, sharing }: PhoneOptions): Promise<Phone> {
  const disk = sharing?.disk ?? new IDBFactory();
  Dexie.dependencies.indexedDB = disk;
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const troubles: string[] = [];
  const line = hasLine ? liveLine(person, servers, trouble) : null;
  const { engine, store } = personEngine({
    userId: person.id,
    commands: { commands, writes },
    transport: troubledTransport(servers, person.headers, trouble),
    session: () => person.token,
    events: {
      hello: () => void line?.hello(),
      signedOut: () => troubles.push("the server ended the session"),
      upgradeNeeded: () => troubles.push("the server asked for an upgrade"),
      broken: (fault) => troubles.push(`the store broke: ${String(fault)} ${String((fault as Error).cause)}`),
    },
  });
  line?.open(engine);
  await engine.start();
  return {
    person,
    engine,
    store,
    disk,
    troubles,
    mirror: () => mirrorOf(store),
    close() {
      engine.stop();
      line?.close();
    },
  };
}

async function mirrorOf(store: PersonStore): Promise<Map<string, unknown>> {
  const rows = new Map<string, unknown>();
  await store.read(async (tx) => {
    for (const name of Object.keys(entities) as EntityName[])
      for (const row of await tx.rows(name)) rows.set(`${name} ${String(row[entities[name].key])}`, row);
  });
  return rows;
}

/** Keeps a live line open to any running server; frames may be lost, doubled or late. */
function liveLine(person: TestPerson, servers: () => readonly string[], trouble: Trouble) {
  let engine: Engine | null = null;
  let socket: WebSocket | null = null;
  let isClosed = false;

  function connect(): void {
    if (isClosed) return;
    const all = servers();
    const url = all[Math.floor(dice.next() * all.length)];
    if (url === undefined) return again();
    const own = new WebSocket(`${url.replace("http", "ws")}/api/live`, { headers: person.headers });
    socket = own;
    own.on("error", () => {});
    own.on("close", again);
    own.on("open", () => {
      void hello();
      void engine?.trigger("line-open");
    });
    own.on("message", (data: Buffer) => void arrive(own, JSON.parse(data.toString()) as ServerFrame));
  }

  function again(): void {
    setTimeout(connect, 30 + dice.next() * 200);
  }

  async function arrive(from: WebSocket, frame: ServerFrame): Promise<void> {
    const kind = chooseFault(trouble);
    if (kind === "lost") return;
    if (kind === "cut after commit") return from.terminate();
    if (kind === "late" || kind === "slow") await rest(dice.next() * 400);
    for (let copy = 0; copy < (kind === "doubled" ? 2 : 1); copy++) {
      if (frame.type === "batch") await engine?.receive(frame);
      if (frame.type === "behind") void engine?.trigger("behind");
    }
  }

  async function hello(): Promise<void> {
    if (!engine || socket?.readyState !== WebSocket.OPEN) return;
    const said = await engine.cursor().catch(() => null);
    if (!said || socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: "hello", userId: person.id, schema: 1, buckets: [], visible: true, ...said }));
  }

  return {
    hello,
    open(own: Engine) {
      engine = own;
      connect();
    },
    close() {
      isClosed = true;
      socket?.terminate();
    },
  };
}

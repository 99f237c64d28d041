// A whole phone without its screen: the product's engine on IndexedDB, with an exchange and a live line to real servers.
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { WebSocket } from "ws";
import { personEngine } from "../../pwa/device/person/person-engine.ts";
import type { PersonStore } from "../../pwa/device/store/person-store.ts";
import type { Engine } from "../../pwa/device/sync/engine.ts";
import { commands } from "../../shared/commands.ts";
import { entities, type EntityName } from "../../shared/entities.ts";
import type { ServerFrame } from "../../shared/sync.ts";
import type { TestPerson } from "../people.ts";
import { rest, strike, troubledTransport, type Trouble } from "./trouble.ts";
import { dice } from "./dice.ts";

// Node 20 has none; without Web Locks in it every engine may flush whenever it likes, which is the harder case.
if (!("navigator" in globalThis)) Object.defineProperty(globalThis, "navigator", { value: {} });

export type Phone = {
  person: TestPerson;
  engine: Engine;
  store: PersonStore;
  disk: IDBFactory;
  /** Why the engine stopped, if it did: nothing here should make it. */
  troubles: string[];
  /** Rows of every kind, by kind and key, as the server last said them. */
  mirror(): Promise<Map<string, unknown>>;
  /** Ends timers and line. */
  close(): void;
};

export type PhoneOptions = {
  person: TestPerson;
  /** Addresses of the servers that stand; asked before each use. */
  servers: () => readonly string[];
  trouble: Trouble;
  /** Without a line the phone lives on exchanges alone. */
  hasLine?: boolean;
  /** Another tab of the same phone, or its worker: they share what the device keeps. */
  sharing?: Phone;
};

/** Each phone has an IndexedDB of its own, as devices do. */
export async function aPhone({ person, servers, trouble, hasLine = true, sharing }: PhoneOptions): Promise<Phone> {
  const disk = sharing?.disk ?? new IDBFactory();
  Dexie.dependencies.indexedDB = disk;
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const troubles: string[] = [];
  const line = hasLine ? liveLine(person, servers, trouble) : null;
  const { engine, store } = personEngine({
    userId: person.id,
    commands: commands,
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

/** Keeps a line open to any server that stands; frames may be lost, doubled or late. */
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
    const kind = strike(trouble);
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

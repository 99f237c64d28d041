// The oracle sees users' actions, the server's effects and the disks, and reports the broken rule.
import type { Entry } from "../../pwa/device/sync/entry.ts";
import type { Row } from "../../pwa/device/sync/ports.ts";
import type { SentCommand } from "../../shared/sync.ts";
import type { Commit, MemoryDisk } from "./memory-disk.ts";
import type { ModelServer } from "./model-server.ts";

export class Broken extends Error {
  readonly rule: string;

  constructor(rule: string, what: string) {
    super(`[${rule}] ${what}`);
    this.name = "Broken";
    this.rule = rule;
  }
}

/** A user's action that the device has confirmed as stored. */
export type Act = { user: string; name: string; fields: Row };

export class Oracle {
  /** The first broken rule. */
  broken: Broken | null = null;
  hasRestored = false;
  private readonly acts = new Map<string, Act[]>();
  /** Ids that need no effect any more: discarded, replaced, cancelled, carried by another, or removed with their disk. */
  private readonly forgiven = new Set<string>();
  private readonly contents = new Map<string, string>();
  private readonly places = new Map<string, { disk: MemoryDisk; seq: number }>();
  private readonly disks = new Map<string, { disk: MemoryDisk; user: string }>();
  private server: ModelServer | null = null;

  watch(server: ModelServer): void {
    this.server = server;
  }

  addDisk(disk: MemoryDisk, user: string): void {
    this.disks.set(disk.meta.clientId, { disk, user });
  }

  fail(rule: string, what: string): void {
    this.broken ??= new Broken(rule, what);
  }

  kept(id: string, act: Act): void {
    const acts = this.acts.get(id);
    if (acts) acts.push(act);
    else this.acts.set(id, [act]);
  }

  /** A new command replaces another one with the same intent. */
  carriedOn(from: string, to: string): void {
    const acts = this.acts.get(from);
    this.forgiven.add(from);
    if (acts && to !== from) this.acts.set(to, [...(this.acts.get(to) ?? []), ...acts]);
  }

  /** A sign-out removed the database: valid if it was empty or the user chose to discard it. */
  removed(disk: MemoryDisk, leave: "keep" | "discard"): void {
    if (leave === "keep") this.fail("R9", "a sign-out removed the outbox that the person chose to keep");
    for (const entry of disk.outbox()) this.forgiven.add(entry.id);
  }

  /** Records a command that the server received. */
  received(user: string, clientId: string, command: SentCommand): void {
    const content = JSON.stringify([command.name, command.input, command.base ?? null]);
    const before = this.contents.get(command.id);
    if (before === undefined) this.contents.set(command.id, content);
    else if (before !== content) this.fail("R7", `${command.id} was sent as ${before} and as ${content}`);
    const home = this.disks.get(clientId);
    if (!home) return this.fail("R13", "a command from an unknown device");
    if (home.user !== user) this.fail("R13", `a command of ${home.user} ran as ${user}`);
    const seq = home.disk.seqOf.get(command.id);
    if (seq !== undefined) this.places.set(command.id, { disk: home.disk, seq });
  }

  committed(disk: MemoryDisk, user: string, commit: Commit): void {
    for (const entry of commit.removed) this.checkRemoved(disk, commit.scope, entry);
    if (commit.put.length > 0 && disk.meta.signedOut) this.fail("R23", "rows arrived after the sign-out");
    for (const { entity, row } of commit.put) {
      if (!isOf(user, entity, row)) this.fail("R13", `a row of somebody else: ${entity} ${JSON.stringify(row)}`);
    }
  }

  private checkRemoved(disk: MemoryDisk, scope: Commit["scope"], entry: Entry): void {
    if (scope === "outbox") {
      if (entry.sent && entry.state !== "attention") this.fail("R7", `${entry.name} was sent and then squashed`);
      this.forgiven.add(entry.id);
      return;
    }
    if (!this.server?.everApplied.has(entry.id)) this.fail("R9", `${entry.name} left the outbox without an outcome`);
    if (entry.name === "notes.send" && !disk.table("notes").has(entry.id)) {
      this.fail("R11", `the note ${JSON.stringify(entry.input)} vanished from the screen when it settled`);
    }
  }

  /** Checks that each effect happened once, in lane order, with the intended fields. */
  checkEffects(): void {
    const { effects } = this.server!.state;
    const seen = new Set<string>();
    const lastOf = new Map<MemoryDisk, Map<string, number>>();
    for (const effect of effects) {
      if (seen.has(effect.id)) this.fail("R5", `${effect.name} ${JSON.stringify(effect.input)} happened twice`);
      seen.add(effect.id);
      const place = this.places.get(effect.id);
      if (place) {
        const lanes = lastOf.get(place.disk) ?? new Map<string, number>();
        lastOf.set(place.disk, lanes);
        const last = lanes.get(effect.lane) ?? 0;
        if (place.seq < last) this.fail("R8", `${effect.name} in ${effect.lane} overtook an earlier one`);
        lanes.set(effect.lane, Math.max(last, place.seq));
      }
      this.checkMeaning(effect.id, effect.user, effect.name, effect.input);
    }
    if (this.hasRestored) return;
    for (const id of this.server!.everApplied) {
      if (!seen.has(id)) this.fail("R6", `${id} was called applied and never happened`);
    }
  }

  private checkMeaning(id: string, user: string, name: string, input: Row): void {
    const acts = this.acts.get(id) ?? [];
    const meant: Row = {};
    for (const act of acts) {
      Object.assign(meant, act.fields);
      if (act.user !== user) this.fail("R13", `${act.user} did it, it happened as ${user}`);
    }
    for (const [field, value] of Object.entries(meant)) {
      if (input[field] !== value)
        this.fail("R7", `${name} meant ${field} = ${String(value)}, ran ${String(input[field])}`);
    }
    const last = acts.at(-1);
    if (last && !name.endsWith(".create") && last.name !== name) this.fail("R7", `${last.name} ran as ${name}`);
  }

  /** Checks that every action is settled, waits for the user, was discarded, or is parked. */
  checkNothingLost(): void {
    const waiting = new Set<string>();
    for (const { disk } of this.disks.values()) for (const entry of disk.outbox()) waiting.add(entry.id);
    for (const [id, acts] of this.acts) {
      if (this.forgiven.has(id) || waiting.has(id) || this.server!.everSettled.has(id)) continue;
      this.fail("R9", `lost: ${acts.map((act) => `${act.name} ${JSON.stringify(act.fields)}`).join(", ")}`);
    }
  }

  /** Checks that a drained device has exactly the rows that the server would send. */
  checkSame(disk: MemoryDisk, user: string): void {
    for (const entry of disk.outbox()) {
      if (entry.state !== "attention")
        this.fail("R12", `${entry.name} is still ${entry.state} (${String(entry.reason)})`);
    }
    const { state } = this.server!;
    const wanted = new Map<string, string>();
    for (const key of state.keysOf(user)) {
      const [entity, id] = key.split(" ") as [string, string];
      wanted.set(key, JSON.stringify(state.row(user, entity, id)));
    }
    for (const [entity, table] of disk.rows) {
      for (const [key, { row }] of table) {
        const name = `${entity} ${key}`;
        const truth = wanted.get(name);
        if (truth === undefined) {
          const isOnlyHidden = entity === "things" && state.things.has(key);
          this.fail(isOnlyHidden ? "R15" : "R1", `the phone still shows ${name} ${JSON.stringify(row)}`);
        } else if (truth !== JSON.stringify(row)) {
          this.fail("R1", `the phone shows ${name} as ${JSON.stringify(row)}, the server has ${truth}`);
        }
        wanted.delete(name);
      }
    }
    for (const name of wanted.keys()) this.fail("R1", `the server never received ${name}`);
  }
}

function isOf(user: string, entity: string, row: Row): boolean {
  if (entity === "me") return row["id"] === user;
  if (entity === "likes") return row["userId"] === user;
  return entity !== "notes" || row["from"] === user || row["to"] === user;
}

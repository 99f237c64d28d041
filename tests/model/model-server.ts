// A server in memory with the complete protocol: ledger, lanes, shared transactions, snapshots, pages, resets.
import type { Reply } from "../../pwa/device/sync/ports.ts";
import { timeOfId } from "../../shared/kit/ids.ts";
import type { Batch, ExchangeAnswer, ExchangeRequest, Outcome, SentCommand } from "../../shared/sync.ts";
import { hasOwnRecord, Refusal, runCommand } from "./server-commands.ts";
import { type PageFaults, Pages } from "./server-pages.ts";
import { isVisible, ServerState, ServerTransaction, xminOf } from "./server-state.ts";
import type { Simulation } from "./simulation.ts";
import { eve, modelId, worldCommands } from "./small-world.ts";

const DAY = 86_400_000;

/** Faults that the histories must detect. */
export type ServerFaults = PageFaults & {
  hasNoLedger?: boolean;
  laneGoesOnAfterRetry?: boolean;
  runsPurgedAgain?: boolean;
  answersNeighboursFromMemory?: boolean;
  checksNoUser?: boolean;
  outcomesOnEveryPage?: boolean;
};

type Session = { user: string; isRevoked: boolean };

export class ModelServer {
  state = new ServerState();
  readonly pages: Pages;
  oldestSchema = 1;
  errorChance = 0;
  limitChance = 0;
  /** Commands of this lane cause an internal error each time, until healed. */
  poisonedLane: string | null = null;
  readonly sessions = new Map<string, Session>();
  /** All outcomes ever sent, also those that a restore has undone. */
  readonly everSettled = new Map<string, Outcome>();
  readonly everApplied = new Set<string>();
  private readonly clients = new Map<string, string>();
  private readonly sim: Simulation;
  private readonly faults: ServerFaults;
  /** Called after each commit with the users who may see a change. */
  private readonly poke: (users: Set<string>) => void;
  /** Called with every received command. */
  private readonly received: (user: string, clientId: string, command: SentCommand) => void;

  constructor(sim: Simulation, faults: ServerFaults, poke: ModelServer["poke"], received: ModelServer["received"]) {
    this.sim = sim;
    this.pages = new Pages(() => this.state, faults);
    this.faults = faults;
    this.poke = poke;
    this.received = received;
  }

  logIn(user: string): string {
    const session = modelId(this.sim.now);
    this.sessions.set(session, { user, isRevoked: false });
    return session;
  }

  /** Serves one exchange; calls `reply` once, now or later. */
  serve(session: string | null, request: ExchangeRequest, reply: (reply: Reply) => void): void {
    const found = session === null ? undefined : this.sessions.get(session);
    if (!found || found.isRevoked) return reply({ status: 401, code: "not-signed-in" });
    if (request.schema < this.oldestSchema) return reply({ status: 426, code: "upgrade-needed" });
    const { user } = found;
    const owner = this.clients.get(request.clientId) ?? user;
    if (!this.faults.checksNoUser && (request.userId !== user || owner !== user)) {
      return reply({ status: 403, code: "wrong-user" });
    }
    this.clients.set(request.clientId, user);
    for (const command of request.commands) this.received(user, request.clientId, command);
    const outcomes = this.run(user, request.commands);
    const { generation } = this.state;
    const read = () => {
      if (this.state.generation !== generation) return;
      reply({ status: 200, answer: this.answer(user, request, outcomes) });
    };
    if (this.sim.dice.chance(0.2)) this.sim.after(this.sim.dice.below(400), read);
    else read();
  }

  /** Returns outcomes by command id, with their transactions. */
  private run(user: string, commands: readonly SentCommand[]): Outcome[] {
    const outcomes = new Map<string, Outcome>();
    const stopped = new Set<string>();
    for (let at = 0; at < commands.length;) {
      const size = 1 + this.sim.dice.below(3);
      const group = commands.slice(at, at + size);
      at += size;
      if (!this.runGroup(user, group, outcomes, stopped)) {
        for (const command of group) {
          const isKnown = this.faults.answersNeighboursFromMemory && outcomes.has(command.id);
          if (!isKnown) this.runGroup(user, [command], outcomes, stopped);
        }
      }
    }
    return [...outcomes.values()];
  }

  /** Runs adjacent commands in one transaction. False when an internal error rolled back more than one command. */
  private runGroup(
    user: string,
    group: readonly SentCommand[],
    outcomes: Map<string, Outcome>,
    stopped: Set<string>,
  ): boolean {
    const tx = new ServerTransaction(this.state);
    const done: Outcome[] = [];
    const stoppedHere = new Set<string>();
    for (const command of group) {
      const lane = this.laneOf(command);
      const isStopped = stopped.has(lane) || stoppedHere.has(lane);
      const outcome = isStopped ? { id: command.id, status: "retry" as const } : this.runOne(tx, user, command, lane);
      if (outcome === "internal-error") {
        tx.rollBack();
        if (this.faults.answersNeighboursFromMemory) for (const one of done) outcomes.set(one.id, one);
        if (group.length > 1) return false;
        if (!this.faults.laneGoesOnAfterRetry) stopped.add(lane);
        outcomes.set(command.id, { id: command.id, status: "retry", code: "internal", retryAfterMs: 300 });
        return true;
      }
      if (outcome.status === "retry" && !this.faults.laneGoesOnAfterRetry) stoppedHere.add(lane);
      done.push(outcome);
    }
    for (const lane of stoppedHere) stopped.add(lane);
    for (const one of done) outcomes.set(one.id, one);
    this.poke(tx.commit());
    return true;
  }

  private laneOf(command: SentCommand): string {
    const spec = worldCommands[command.name];
    return spec?.offline ? spec.lane(command.input, command.id) : command.id;
  }

  private runOne(tx: ServerTransaction, user: string, command: SentCommand, lane: string): Outcome | "internal-error" {
    const { id } = command;
    const ledgerKey = `${user}|${id}`;
    const known = this.faults.hasNoLedger ? undefined : this.state.ledger.get(ledgerKey);
    if (known) return { id, status: known.status, code: known.code, fields: known.fields };
    const { dice } = this.sim;
    if (dice.chance(this.limitChance)) {
      return { id, status: "retry", code: "too-many", retryAfterMs: 500 + dice.below(4000) };
    }
    if (lane === this.poisonedLane || dice.chance(this.errorChance)) return "internal-error";
    const age = this.sim.now - (timeOfId(id) ?? 0);
    if (!this.faults.runsPurgedAgain && age > 60 * DAY) {
      return hasOwnRecord(this.state, user, id)
        ? { id, status: "applied" }
        : { id, status: "refused", code: "too-old" };
    }
    const savepoint = tx.savepoint();
    const kept = { xid: tx.xid, at: this.sim.now };
    try {
      runCommand(this.state, tx, user, command);
      tx.set(this.state.ledger, ledgerKey, { status: "applied", ...kept });
      return { id, status: "applied" };
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tx.rollBackTo(savepoint);
      const { code, fields } = problem;
      tx.set(this.state.ledger, ledgerKey, { status: "refused", code, fields, ...kept });
      return { id, status: "refused", code, fields };
    }
  }

  private answer(user: string, request: ExchangeRequest, outcomes: readonly Outcome[]): ExchangeAnswer {
    const cursor = this.pages.readCursor(user, request.cursor);
    const page = this.pages.page(user, cursor);
    const isLater = cursor?.page !== undefined;
    const visible = outcomes.filter((outcome) => {
      const row = this.state.ledger.get(`${user}|${outcome.id}`);
      return row ? isVisible(row.xid, page.target) : !isLater || outcome.status !== "applied";
    });
    const given = page.more && !this.faults.outcomesOnEveryPage ? [] : visible;
    for (const outcome of given) {
      if (outcome.status === "retry") continue;
      this.everSettled.set(outcome.id, outcome);
      if (outcome.status === "applied") this.everApplied.add(outcome.id);
    }
    return {
      from: cursor ? request.cursor : null,
      to: page.to,
      rows: page.rows,
      drops: page.drops,
      outcomes: given.map((outcome) => ({ ...outcome })),
      ...(request.cursor !== null && !cursor ? { reset: true as const } : {}),
      ...(page.more ? { more: true as const } : {}),
      serverTime: new Date(this.sim.now).toISOString(),
    };
  }

  /** The frame that a live line at `cursor` needs: a batch, none, or `behind`. */
  news(user: string, token: string | null): Batch | "behind" | null {
    return this.pages.news(user, token);
  }

  /** Starts a write from elsewhere, which commits when the returned function runs. */
  beginElsewhere(user: string): () => void {
    const { dice } = this.sim;
    const tx = new ServerTransaction(this.state);
    const { generation } = this.state;
    const id = modelId(this.sim.now);
    return () => {
      if (this.state.generation !== generation) return;
      const things = [...this.state.things.values()];
      const thing = dice.pick(things);
      if (thing && dice.chance(0.5)) {
        for (const watcher of this.state.watchers(thing)) tx.line(watcher, "things", String(thing["id"]));
        const field = dice.chance(0.5) ? "a" : "b";
        const changed = { ...thing, [field]: `eve ${id}`, rev: Number(thing["rev"]) + 1 };
        tx.set(this.state.things, String(thing["id"]), changed);
      } else {
        tx.set(this.state.notes, id, { id, from: eve, to: user, text: "from elsewhere" });
        tx.line(user, "notes", id);
      }
      this.poke(tx.commit());
    };
  }

  /** Deletes old log lines; devices with older cursors need a full resync. */
  truncateLog(): void {
    const oldest = xminOf(this.state.snapshot());
    this.state.floor = oldest;
    this.state.log = this.state.log.filter((line) => line.xid >= oldest);
  }

  purgeLedger(): void {
    for (const [key, row] of this.state.ledger) {
      const made = timeOfId(key.split("|")[1]!) ?? 0;
      if (this.sim.now > Math.max(row.at, made) + 90 * DAY) this.state.ledger.delete(key);
    }
  }

  restore(backup: ServerState): void {
    const generation = this.state.generation + 1;
    this.state = backup.copy();
    this.state.generation = generation;
  }
}

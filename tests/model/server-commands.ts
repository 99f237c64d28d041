// The model server's commands. A Refusal is final; any other error is an internal error.
import type { Row } from "../../pwa/device/sync/ports.ts";
import type { SentCommand } from "../../shared/sync.ts";
import type { ServerState, ServerTransaction } from "./server-state.ts";
import { worldCommands } from "./small-world.ts";

export class Refusal extends Error {
  readonly code: string;
  readonly fields: Record<string, unknown> | undefined;

  constructor(code: string, fields?: Record<string, unknown>) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

/** Notes that contain this word are refused. */
export const REFUSED_WORD = "unwanted";

function mergeFields(row: Row, command: SentCommand, input: Row): Row {
  const conflicts: Record<string, unknown> = {};
  for (const [field, wanted] of Object.entries(input)) {
    if (field === "id" || !command.base || !(field in command.base.values)) continue;
    const base = command.base.values[field];
    const theirs = row[field];
    if (theirs !== base && theirs !== wanted) conflicts[field] = { base, theirs, yours: wanted };
  }
  if (Object.keys(conflicts).length > 0) throw new Refusal("conflict", conflicts);
  const isSame = Object.entries(input).every(([field, wanted]) => row[field] === wanted);
  return isSame ? row : { ...row, ...input, rev: Number(row["rev"]) + 1 };
}

function touchThing(state: ServerState, tx: ServerTransaction, before: Row, after: Row | undefined): void {
  if (after === before) return;
  const id = String(before["id"]);
  for (const user of state.watchers(before)) tx.line(user, "things", id);
  tx.set(state.things, id, after);
  if (!after) tx.set(state.goneThings, id, before);
}

/** Deletes the likes of a deleted thing. */
function dropLikes(state: ServerState, tx: ServerTransaction, thingId: string): void {
  for (const like of [...state.likes.values()].filter((one) => one["thingId"] === thingId)) {
    const userId = String(like["userId"]);
    tx.set(state.likes, `${userId}|${thingId}`, undefined);
    tx.line(userId, "likes", thingId);
  }
}

/** Runs a user's command inside a transaction. */
export function runCommand(state: ServerState, tx: ServerTransaction, user: string, command: SentCommand): void {
  const spec = worldCommands[command.name];
  if (!spec?.offline) throw new Refusal("unknown-command");
  const parsed = spec.input.safeParse(command.input);
  if (!parsed.success) throw new Refusal("invalid");
  const input = parsed.data as Row;
  tx.effect({ id: command.id, user, name: command.name, lane: spec.lane(input, command.id), input });

  if (command.name === "profile.own") {
    if (state.owners.has(user)) return;
    tx.own(user);
    tx.line(user, "me", user);
  } else if (command.name === "notes.send") {
    const text = String(input["text"]);
    if (text.includes(REFUSED_WORD)) throw new Refusal("receiver-gone");
    const to = String(input["to"]);
    if (to === user) throw new Refusal("message-to-self");
    if (state.notes.has(command.id)) throw new Refusal("id-taken");
    tx.set(state.notes, command.id, { id: command.id, from: user, to, text });
    for (const member of [user, to]) tx.line(member, "notes", command.id);
  } else if (command.name === "likes.on" || command.name === "likes.off") {
    const thingId = String(input["thingId"]);
    const isOn = command.name === "likes.on";
    if (isOn && !state.things.has(thingId)) throw new Refusal("aircraft-not-found");
    const key = `${user}|${thingId}`;
    if (state.likes.has(key) === isOn) return;
    tx.set(state.likes, key, isOn ? { userId: user, thingId } : undefined);
    tx.line(user, "likes", thingId);
    tx.line(user, "things", thingId);
  } else if (command.name === "things.create") {
    if (!state.owners.has(user)) throw new Refusal("owner-only");
    if (state.things.has(command.id) || state.goneThings.has(command.id)) throw new Refusal("id-taken");
    tx.set(state.things, command.id, { ...input, id: command.id, ownerId: user, rev: 0 });
    tx.line(user, "things", command.id);
  } else {
    const row = state.things.get(String(input["id"]));
    if (!row) throw new Refusal("aircraft-not-found");
    if (row["ownerId"] !== user) throw new Refusal("not-your-aircraft");
    touchThing(state, tx, row, command.name === "things.update" ? mergeFields(row, command, input) : undefined);
    if (command.name === "things.delete") dropLikes(state, tx, String(row["id"]));
  }
}

/** Whether the user has a record with that id, which identifies a very old command without a ledger row. */
export function hasOwnRecord(state: ServerState, user: string, id: string): boolean {
  return state.notes.get(id)?.["from"] === user || state.things.get(id)?.["ownerId"] === user;
}

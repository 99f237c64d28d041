// Sends each exchange to the real server and to the model's, and converts both answers to one format.
import type { Knex } from "knex";
import { expect } from "vitest";
import { entities } from "../../shared/entities.ts";
import { exchangeAnswer, type ExchangeAnswer, type ExchangeRequest, type SentCommand } from "../../shared/sync.ts";
import type { Reply, Row } from "../../pwa/device/sync/ports.ts";
import { appendChanges } from "../../sync-server/db/change-log.ts";
import { userScope } from "../../sync-server/kit/command-handler.ts";
import { startSession } from "../../sync-server/domain/accounts/sessions.ts";
import { bearer, send } from "../http.ts";
import { ModelServer, type ServerFaults } from "../model/model-server.ts";
import { REFUSED_WORD } from "../model/server-commands.ts";
import { ServerTransaction } from "../model/server-state.ts";
import { type Dice, Simulation } from "../model/simulation.ts";
import { ann, bob, eve } from "../model/small-world.ts";
import { aPilot } from "../people.ts";

/** Real users for the model's users; `gone` is deactivated. */
export type Cast = { ann: string; bob: string; eve: string; gone: string };

export type Cursors = { real: string | null; model: string | null };
export type Session = { token: string; model: string };
/** A request with the model's names; each server gets its own cursor. */
export type Asked = Omit<ExchangeRequest, "cursor"> & { cursor: Cursors };

/** An answer without differences by design: times, texts, the cursor's form, and where a page ends. */
export type ComparableAnswer = {
  status: number;
  code?: string | undefined;
  reset?: boolean;
  startsAfresh?: boolean;
  pages?: number;
  rows?: string[];
  drops?: string[];
  outcomes?: string[];
};

const entityNames: Record<string, string> = { me: "me", messages: "notes", favorites: "likes", aircraft: "things" };
const commandNames: Record<string, string> = {
  "profile.own": "profile.update",
  "notes.send": "messages.send",
  "likes.on": "favorites.add",
  "likes.off": "favorites.remove",
  "things.create": "aircraft.create",
  "things.update": "aircraft.update",
  "things.delete": "aircraft.delete",
};
const fieldNames: Record<string, string> = {
  a: "fuelCapacity",
  b: "maxWeight",
  text: "content",
  thingId: "aircraftId",
};
const FIELDS_BACK = Object.fromEntries(Object.entries(fieldNames).map(([model, real]) => [real, model]));

const renamed = (row: Row, names: Record<string, string>): Row =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [names[field] ?? field, value]));

export class TwoServers {
  readonly model: ModelServer;
  readonly sim: Simulation;
  private readonly url: string;
  private readonly db: Knex;
  private readonly cast: Cast;

  constructor(real: { url: string; db: Knex }, cast: Cast, dice: Dice, faults: ServerFaults) {
    this.url = real.url;
    this.db = real.db;
    this.cast = cast;
    this.sim = new Simulation(Date.now(), dice);
    this.model = new ModelServer(
      this.sim,
      faults,
      () => undefined,
      () => undefined,
    );
    // Leaves room for cursors below the floor.
    this.model.state.nextXid = 10;
    this.model.state.floor = 5;
  }

  /** The real id of a model user. */
  realId(user: string): string {
    const { cast } = this;
    return { [ann]: cast.ann, [bob]: cast.bob, [eve]: cast.eve }[user] ?? user;
  }

  async signIn(user: string): Promise<Session> {
    return { token: await startSession(this.db, this.realId(user), "test"), model: this.model.logIn(user) };
  }

  async signOut({ token, model }: Session): Promise<void> {
    expect((await send(this.url, "POST /api/auth/logout", { headers: bearer(token) })).status).toBeLessThan(300);
    this.model.sessions.get(model)!.isRevoked = true;
  }

  /** Runs one exchange with all its pages on both servers; returns both answers and both cursors. */
  async exchange(
    session: Session,
    asked: Asked,
  ): Promise<{ real: ComparableAnswer; model: ComparableAnswer; cursors: Cursors }> {
    const { cursor, ...rest } = asked;
    const real = await allPages(cursor.real, (at) => this.askReal(session.token, { ...rest, cursor: at }));
    const model = await allPages(cursor.model, (at) => this.askModel(session.model, { ...rest, cursor: at }));
    return {
      real: this.inModelWords(comparable(real.replies, realRows)),
      model: comparable(model.replies, (_, row) => row),
      cursors: { real: real.cursor, model: model.cursor },
    };
  }

  private async askReal(token: string, asked: ExchangeRequest): Promise<Reply> {
    const commands = asked.commands.map((command) => this.realCommand(command));
    const body = { ...asked, userId: this.realId(asked.userId), commands };
    const { status, body: said, text } = await send(this.url, "POST /api/sync", { body, headers: bearer(token) });
    if (status !== 200) return { status, code: (said as { code?: string }).code };
    return { status, answer: exchangeAnswer.parse(JSON.parse(text)) };
  }

  private async askModel(session: string, asked: ExchangeRequest): Promise<Reply> {
    const reply = new Promise<Reply>((resolve) => this.model.serve(session, asked, resolve));
    await this.sim.run(500);
    return structuredClone(await reply);
  }

  private realCommand({ id, name, input, base }: SentCommand): SentCommand {
    const { to, ...fields } = input as Row & { to?: string };
    const isUnwanted = typeof fields["text"] === "string" && fields["text"].includes(REFUSED_WORD);
    const receiver = to === undefined ? {} : { receiverId: isUnwanted ? this.cast.gone : this.realId(to) };
    const listing = { name: "Skyhawk", make: "Cessna", model: "172S", location: "Denver CO" };
    return {
      id,
      name: commandNames[name] ?? name,
      input: {
        ...renamed(fields, fieldNames),
        ...receiver,
        ...(name === "profile.own" && { userType: "owner" }),
        ...(name === "things.create" && listing),
      },
      ...(base && { base: { ...base, values: renamed(base.values, fieldNames) } }),
    };
  }

  private inModelWords(found: ComparableAnswer): ComparableAnswer {
    const { cast } = this;
    let text = JSON.stringify(found);
    for (const [real, id] of [
      [cast.ann, ann],
      [cast.bob, bob],
      [cast.eve, eve],
    ] as const)
      text = text.replaceAll(real, id);
    const back = JSON.parse(text) as ComparableAnswer;
    for (const list of [back.rows, back.drops]) list?.sort();
    return back;
  }

  /** Writes notes of another user to `user` on both servers, in transactions that stay open until the returned function runs. */
  async notesFromElsewhere(user: string, ids: readonly string[]): Promise<() => Promise<void>> {
    const { cast, db, model } = this;
    const to = this.realId(user);
    const open = await db.transaction();
    const rows = ids.map((id) => ({ id, senderId: cast.eve, receiverId: to, content: `eve ${id}` }));
    await open("messages").insert(rows);
    await appendChanges(
      open,
      ids.map((id) => ({ scope: userScope(to), entity: entities.messages.number, id })),
    );
    const tx = new ServerTransaction(model.state);
    return async () => {
      await open.commit();
      for (const id of ids) {
        tx.set(model.state.notes, id, { id, from: eve, to: user, text: `eve ${id}` });
        tx.line(user, "notes", id);
      }
      tx.commit();
    };
  }
}

/** The two acting users of one history. */
export async function pairOf(db: Knex): Promise<Pick<Cast, "ann" | "bob">> {
  const [first, second] = await Promise.all([aPilot(db), aPilot(db)]);
  return { ann: first.id, bob: second.id };
}

/** A user who writes from elsewhere, and a deactivated one; shared by all histories. */
export async function othersOf(db: Knex): Promise<Pick<Cast, "eve" | "gone">> {
  const [third, closed] = [await aPilot(db), await aPilot(db)];
  await db("users").where({ id: closed.id }).update({ isActive: false });
  return { eve: third.id, gone: closed.id };
}

/** Requests all pages; a device sends the same commands with each. */
async function allPages(cursor: string | null, ask: (cursor: string | null) => Promise<Reply>) {
  const replies: Reply[] = [];
  let at = cursor;
  for (;;) {
    const reply = await ask(at);
    replies.push(reply);
    if (!reply.answer) return { replies, cursor: at };
    at = reply.answer.to;
    if (!reply.answer.more) return { replies, cursor: at };
  }
}

function comparable(replies: readonly Reply[], rowOf: (entity: string, row: Row) => Row): ComparableAnswer {
  const refused = replies.find((reply) => !reply.answer);
  if (refused) return { status: refused.status, code: "code" in refused ? refused.code : undefined };
  const answers = replies.map((reply) => reply.answer as ExchangeAnswer);
  const first = answers[0]!;
  const rows = answers.flatMap((answer) =>
    Object.entries(answer.rows).flatMap(([entity, some]) =>
      some.flatMap((row) => {
        const name = entityNames[entity] ?? entity;
        return name === "people" ? [] : [`${name} ${textOf(rowOf(name, row))}`];
      }),
    ),
  );
  const drops = answers.flatMap((answer) =>
    Object.entries(answer.drops).flatMap(([entity, keys]) =>
      entity === "people" ? [] : keys.map((key) => `${entityNames[entity] ?? entity} ${key}`),
    ),
  );
  return {
    status: 200,
    reset: first.reset === true,
    startsAfresh: first.from === null,
    pages: answers.length,
    rows: rows.sort(),
    drops: drops.sort(),
    outcomes: answers.flatMap((answer, page) => outcomesOf(answer).map((text) => `page ${page + 1}: ${text}`)),
  };
}

/** Outcomes by command, without messages and results. */
function outcomesOf({ outcomes }: ExchangeAnswer): string[] {
  const texts = outcomes.map(({ id, status, code, fields }) => {
    const conflict = code === "conflict" ? textOf(renamed(fields ?? {}, FIELDS_BACK)) : "";
    return [id, status, code, conflict].filter(Boolean).join(" ");
  });
  return [...new Set(texts)].sort();
}

function realRows(name: string, row: Row): Row {
  const { id, ownerId, userId, rev, senderId: from, receiverId: to, content: text } = row;
  if (name === "me") return { id, isOwner: row["userType"] === "owner" };
  if (name === "notes") return { id, from, to, text };
  if (name === "likes") return { userId, thingId: row["aircraftId"] };
  return { id, ownerId, a: row["fuelCapacity"], b: row["maxWeight"], rev };
}

/** JSON with sorted fields. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

// Records the statements that the product runs, and reads their plans.
import type { Knex } from "knex";
import pg from "pg";
import type { PreparedStatement, RunPrepared } from "../sync-server/db/prepared.ts";

export type Statement = {
  text: string;
  values: readonly unknown[];
  /** Planned once for all values, as the product's prepared statements are. */
  isPrepared: boolean;
  /** The longest time it took here. */
  ms: number;
};

export type Recording = { statements(): Statement[]; stop(): void };

/** Records each different statement of a pool, transactions included. */
export function recordStatements(db: Knex): Recording {
  const found = new Map<string, Statement>();
  const startedAt = new Map<string, number>();
  type Query = { sql: string; bindings?: unknown[]; __knexQueryUid: string };
  const begin = ({ __knexQueryUid: id }: Query) => void startedAt.set(id, performance.now());
  const end = (_: unknown, { sql, bindings, __knexQueryUid: id }: Query) =>
    note(found, { text: sql, values: bindings ?? [], isPrepared: false, ms: performance.now() - startedAt.get(id)! });
  db.on("query", begin).on("query-response", end);
  return {
    statements: () => [...found.values()],
    stop: () => void db.off("query", begin).off("query-response", end),
  };
}

/** Runs prepared statements and records them. */
export function recordPrepared(run: RunPrepared): { run: RunPrepared; statements(): Statement[] } {
  const found = new Map<string, Statement>();
  return {
    async run<Row extends object>(statement: PreparedStatement, values: unknown[]) {
      const began = performance.now();
      const rows = await run<Row>(statement, values);
      note(found, { text: statement.text, values, isPrepared: true, ms: performance.now() - began });
      return rows;
    },
    statements: () => [...found.values()],
  };
}

/** A statement as it was sent; `connection` is its number. */
export type Sent = Statement & { connection: number };

/** Records all statements of this process on all connections, in order, with those that begin and end transactions. */
export function recordConnections(): { taken(): Sent[]; stop(): void } {
  let found: Sent[] = [];
  const connections = new Map<pg.Client, number>();
  const { prototype } = pg.Client;
  const { query } = prototype;
  type Asked = string | { text?: string; name?: string; values?: unknown[] };
  prototype.query = function (this: pg.Client, ...args: [Asked, unknown?, ...unknown[]]): never {
    const [asked, given] = args;
    const {
      text = "",
      name,
      values = Array.isArray(given) ? given : [],
    } = typeof asked === "string" ? { text: asked } : asked;
    if (!connections.has(this)) connections.set(this, connections.size);
    found.push({ text, values, isPrepared: name !== undefined, ms: 0, connection: connections.get(this)! });
    return Reflect.apply(query, this, args) as never;
  };
  return {
    taken() {
      const all = found;
      found = [];
      return all;
    },
    stop: () => void (prototype.query = query),
  };
}

/** The statements of the first transaction that has `part` in one of them, from its begin to its end. */
export function transactionWith(sent: readonly Sent[], part: string): Sent[] {
  const at = sent.findIndex(({ text }) => text.includes(part));
  const own = sent.filter(({ connection }) => connection === sent[at]?.connection);
  const middle = own.indexOf(sent[at]!);
  const begin = own.findLastIndex(({ text }, place) => place < middle && /^begin/i.test(text));
  const end = own.findIndex(({ text }, place) => place > middle && /^(commit|rollback)/i.test(text));
  return begin < 0 || end < 0 ? [] : own.slice(begin, end + 1);
}

function note(found: Map<string, Statement>, statement: Statement): void {
  const ms = Math.max(statement.ms, found.get(statement.text)?.ms ?? 0);
  found.set(statement.text, { ...statement, ms });
}

/** A node of PostgreSQL's plan. */
type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  "Actual Loops"?: number;
  Plans?: Node[];
};

type Explained = { rows: { "QUERY PLAN": { Plan: Node }[] }[] };
const rootOf = ({ rows }: Explained): Node => rows[0]!["QUERY PLAN"][0]!.Plan;
/** As knex passes them on. */
const inOrder = (text: string) => text.replaceAll(/\$\d+/g, "?");

/** Reads the plan as the product runs the statement: for its values, or once for all. */
async function planOf(db: Knex, { text, values, isPrepared }: Statement): Promise<Node> {
  return db.transaction(async (tx) => {
    let explained = "execute planned";
    if (isPrepared) {
      await tx.raw("set local plan_cache_mode = force_generic_plan");
      await tx.raw(`prepare planned as ${text.replaceAll("?", "\\?")}`);
      if (values.length > 0) explained += `(${values.map(() => "null").join(", ")})`;
    }
    const asked = isPrepared
      ? tx.raw(`explain (format json) ${explained}`)
      : tx.raw(`explain (format json) ${inOrder(text)}`, [...values] as Knex.RawBinding[]);
    const root = rootOf((await asked) as Explained);
    if (isPrepared) await tx.raw("deallocate planned");
    return root;
  });
}

/**
 * Names the scans of `tables` that grow with the table: sequential ones, and those of a whole index. Each begins
 * with its table.
 */
export async function fullScans(db: Knex, statement: Statement, tables: readonly string[]): Promise<string[]> {
  return scansIn(await planOf(db, statement), tables);
}

function scansIn(node: Node, tables: readonly string[], isLimited = false): string[] {
  const { "Node Type": type, "Relation Name": table, "Index Name": index, Plans: parts = [] } = node;
  // The first entry of an index is no scan of it.
  const isFirst = isLimited && node.Filter === undefined;
  const isFull = type === "Seq Scan" || (index !== undefined && node["Index Cond"] === undefined && !isFirst);
  // A bitmap's index scan names no table.
  const isMeant = table === undefined ? index !== undefined : tables.includes(table);
  const own = isFull && isMeant ? [`${table ?? ""} ${type} ${index ?? ""}`.trim()] : [];
  const limitsParts = type === "Limit" || (isLimited && type.endsWith("Append"));
  return [...own, ...parts.flatMap((part) => scansIn(part, tables, limitsParts))];
}

/** Runs a statement that only reads, and counts the scans of a table. Each read of a nested loop is one. */
export async function timesRead(db: Knex, { text, values }: Statement, table: string): Promise<number> {
  const run = db.raw(`explain (analyze, format json) ${inOrder(text)}`, [...values] as Knex.RawBinding[]);
  const read = (node: Node): number =>
    (node["Relation Name"] === table ? node["Actual Loops"]! : 0) +
    (node.Plans ?? []).reduce((sum, part) => sum + read(part), 0);
  return read(rootOf((await run) as Explained));
}

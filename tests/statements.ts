// Records the statements that the product runs, and reads their plans.
import type { Knex } from "knex";
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

function scansIn(node: Node, tables: readonly string[]): string[] {
  const { "Node Type": type, "Relation Name": table, "Index Name": index, Plans: parts = [] } = node;
  const isFull = type === "Seq Scan" || (index !== undefined && node["Index Cond"] === undefined);
  // A bitmap's index scan names no table.
  const isMeant = table === undefined ? index !== undefined : tables.includes(table);
  const own = isFull && isMeant ? [`${table ?? ""} ${type} ${index ?? ""}`.trim()] : [];
  return [...own, ...parts.flatMap((part) => scansIn(part, tables))];
}

/** Runs a statement that only reads, and counts the scans of a table. Each read of a nested loop is one. */
export async function timesRead(db: Knex, { text, values }: Statement, table: string): Promise<number> {
  const run = db.raw(`explain (analyze, format json) ${inOrder(text)}`, [...values] as Knex.RawBinding[]);
  const read = (node: Node): number =>
    (node["Relation Name"] === table ? node["Actual Loops"]! : 0) +
    (node.Plans ?? []).reduce((sum, part) => sum + read(part), 0);
  return read(rootOf((await run) as Explained));
}

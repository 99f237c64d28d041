// Statements that run thousands of times a second: parsed and planned once a connection, past the query builder.
import type { Knex } from "knex";
import type { ClientBase } from "pg";

export type Prepared = { name: string; text: string };

/** Runs a named statement on a connection of the pool, or of the transaction when `db` is one. */
export async function runPrepared<Row extends object>(
  db: Knex,
  { name, text }: Prepared,
  values: unknown[],
): Promise<Row[]> {
  const pool = db.client as {
    acquireConnection(): Promise<ClientBase>;
    releaseConnection(client: ClientBase): unknown;
  };
  const connection = await pool.acquireConnection();
  try {
    const { rows } = await connection.query<Row>({ name, text, values });
    return rows;
  } finally {
    await pool.releaseConnection(connection);
  }
}

// Work that outlives its request: one row in the transaction that wants it done, removed when it is done.
import type { Knex } from "knex";
import { z } from "zod";
import { id } from "../../shared/kit/fields.ts";
import { newId } from "../../shared/kit/ids.ts";

/** Every kind of job with what it needs. Secrets are made by the worker, so none lies in the queue. */
export const jobPayloads = {
  "verification-mail": z.object({ userId: id }),
  "reset-mail": z.object({ email: z.string() }),
};

export type JobKind = keyof typeof jobPayloads;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof jobPayloads)[Kind]>;

/**
 * Puts a job into the queue; it exists only if the transaction commits. A twin that still waits is replaced: of two codes
 * asked for in a row, one mail is enough.
 */
export async function enqueue<Kind extends JobKind>(tx: Knex, kind: Kind, payload: JobPayload<Kind>): Promise<void> {
  const body = JSON.stringify(payload);
  await tx("jobs")
    .where({ kind })
    .whereRaw("payload = ?::jsonb", [body])
    .whereRaw(`("leaseUntil" is null or "leaseUntil" < now())`)
    .delete();
  await tx("jobs").insert({ id: newId(), kind, payload: body });
}

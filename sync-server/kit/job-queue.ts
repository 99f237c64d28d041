// The job queue. The writing transaction adds a row; the worker deletes it when the job is done.
import type { Knex } from "knex";
import { z } from "zod";
import { id } from "../../shared/kit/fields.ts";
import { newId } from "../../shared/kit/ids.ts";

/** What users learn by mail about how they log in. */
export const securityNews = [
  "factor-on",
  "factor-off",
  "factor-removed",
  "codes-renewed",
  "recovery-code-used",
  "codes-guessed",
  "passkey-added",
  "passkey-removed",
  "passkey-copied",
] as const;
export type SecurityNews = (typeof securityNews)[number];

/** Each kind of job with its payload. The worker creates secrets, so the queue stores none. */
export const jobPayloads = {
  "verification-mail": z.object({ userId: id }),
  "reset-mail": z.object({ email: z.string() }),
  "email-change-mails": z.object({ userId: id }),
  "report-mail": z.object({ reportId: id, to: z.enum(["reporter", "about"]) }),
  "deletion-mail": z.object({ userId: id }),
  "security-mail": z.object({ userId: id, about: z.enum(securityNews) }),
  "picture-avif": z.object({ objectId: id }),
  "upload-removal": z.object({ uploadId: id, storeId: z.string().nullable() }),
  "notice-mail": z.object({ userId: id, peerId: id, about: z.enum(["conversation", "review", "search", "booking"]) }),
};

export type JobKind = keyof typeof jobPayloads;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof jobPayloads)[Kind]>;

/**
 * Adds a job; it exists only if the transaction commits. Replaces a waiting job with the same payload:
 * two requests in a row send one mail.
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

/** Adds delayed jobs, except where an equal one already waits; its run time stays. */
export async function enqueueLater<Kind extends JobKind>(
  tx: Knex,
  kind: Kind,
  payloads: readonly JobPayload<Kind>[],
  seconds: number,
): Promise<void> {
  if (payloads.length === 0) return;
  await tx.raw(
    `insert into jobs (id, kind, payload, "runAt")
     select t.id, :kind, t.payload, now() + :seconds * interval '1 second'
     from unnest(:ids::uuid[], :bodies::jsonb[]) as t(id, payload)
     where not exists (
       select from jobs
       where kind = :kind and jobs.payload = t.payload and ("leaseUntil" is null or "leaseUntil" < now())
     )`,
    { ids: payloads.map(() => newId()), bodies: payloads.map((one) => JSON.stringify(one)), kind, seconds },
  );
}

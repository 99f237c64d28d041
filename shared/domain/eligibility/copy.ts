// The copy of a wallet that the server keeps, encrypted, for a user who turned it on. Only the user's own devices read it.
import { z } from "zod";
import { offlineCommand } from "../../kit/command.ts";
import { patchWhere } from "../../kit/entity.ts";
import { id, instant, nothing } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";
import { me } from "../accounts.ts";
import { papers } from "./wallet.ts";

/** A paper as a device edited it; null where the user removed it. See `isNewer`. */
const edited = <Paper extends z.ZodType>(paper: Paper) =>
  z
    .object({
      paper: paper.nullable(),
      base: z.int().min(0),
      at: instant,
      line: id.optional(),
      n: z.int().min(0).optional(),
    })
    .optional();
/** Which edit stored a paper; see `EditPlace`. */
const by = z.object({ line: id, n: z.int() }).optional();
/** A paper of the copy; null where the user removed it. */
const kept = <Paper extends z.ZodType>(paper: Paper) =>
  z.object({ paper: paper.nullable(), rev: z.int(), at: z.string(), by }).optional();

const copiedPapers = z.object({
  certificate: kept(papers.certificate),
  ratings: kept(papers.ratings),
  medical: kept(papers.medical),
  review: kept(papers.review),
  insurance: kept(papers.insurance),
  hours: kept(papers.hours),
});
export type CopiedPapers = z.infer<typeof copiedPapers>;

const lane = () => "wallet";

/** What the rows of the user show while a command waits. Nothing shows the user's own row as waiting for it. */
const shownRev = (userId: string, walletRev: number | null) =>
  patchWhere(me, (row) => row.id === userId, { walletRev });

export const copyCommands = {
  "wallet.keep": offlineCommand({
    route: "PATCH /api/wallet",
    access: "user",
    status: 204,
    // Without `start` it changes a copy that exists: one that another device ended stays ended. Each paper is a field, so that waiting
    // edits merge by paper.
    input: z.object({
      start: z.literal(true).optional(),
      certificate: edited(papers.certificate),
      ratings: edited(papers.ratings),
      medical: edited(papers.medical),
      review: edited(papers.review),
      insurance: edited(papers.insurance),
      hours: edited(papers.hours),
    }),
    result: nothing,
    lane,
    squash: { "wallet.keep": "merge" },
    optimistic: ({ start }, context) => (start ? [shownRev(context.me, 0)] : []),
  }),
  "wallet.forget": offlineCommand({
    route: "DELETE /api/wallet",
    access: "user",
    status: 204,
    input: z.object({}),
    result: nothing,
    lane,
    // Edits that were not sent yet never leave the device.
    squash: { "wallet.keep": "replace", "wallet.forget": "replace" },
    optimistic: (_, context) => [shownRev(context.me, null)],
  }),
};

export const copyQueries = {
  /** `rev` is null without a copy. A paper that cannot be decrypted is absent. */
  "wallet.own": query({
    route: "GET /api/wallet",
    access: "user",
    input: z.object({}),
    result: z.object({ rev: z.int().nullable(), papers: copiedPapers }),
  }),
};

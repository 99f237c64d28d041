// The encrypted copy of a user's wallet. Each statement names the user of the session: nobody else reads or writes it.
import type { Knex } from "knex";
import { paperNames, type PaperName } from "../../../shared/domain/eligibility/choices.ts";
import type { CopiedPapers, copyCommands, copyQueries } from "../../../shared/domain/eligibility/copy.ts";
import { isNewer, type EditPlace } from "../../../shared/domain/eligibility/copy-rules.ts";
import { wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope, type Handlers } from "../../kit/command-handler.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import type { Sealed, Sealer } from "../../kit/sealer.ts";

/** Most papers that one statement reads to encrypt them again. */
const PAPERS_AT_ONCE = 200;

type Place = { userId: string; paper: PaperName };
type NoContent = { keyId: null; sealed: null };
/** `editedBy` is that of `rev` alone: a process of the previous version leaves it as it was. */
type CopyRow = Place & { rev: number; at: string; editedBy: (EditPlace & { rev: number }) | null } & (
    Sealed | NoContent
  );

/** The place of a paper, to which its encryption binds it. */
const placeOf = ({ userId, paper }: Place) => `wallet:${userId}:${paper}`;

export const copyHandlers: Handlers<typeof copyCommands> = {
  async "wallet.keep"({ tx, me, services: { sealer }, changed }, { start = false, ...papers }) {
    const before = await lockedRev(tx, me.id);
    // Another device has ended the copy meanwhile.
    if (before === null && !start) return undefined;
    if (!sealer) throw new DomainError("papers-not-set-up");
    const stored: CopyRow[] = await tx("wallet_papers")
      .where({ userId: me.id })
      .select("paper", "rev", "at", "editedBy");
    const newer = paperNames.flatMap((paper) => {
      const edit = papers[paper];
      const row = stored.find((one) => one.paper === paper);
      return edit && isNewer(edit, row && { ...row, by: placeIn(row) }) ? [{ paper, edit }] : [];
    });
    if (newer.length === 0 && before !== null) return undefined;
    const [{ rev }] = (await tx.raw("select nextval('wallet_revs') as rev")).rows as [{ rev: number }];
    const rows = newer.map(({ paper, edit: { paper: content, at, line, n } }) => {
      const place = { userId: me.id, paper };
      const sealed = content ? sealer.seal(placeOf(place), JSON.stringify(content)) : { keyId: null, sealed: null };
      const editedBy = line === undefined || n === undefined ? null : JSON.stringify({ line, n, rev });
      return { ...place, rev, at, editedBy, ...sealed };
    });
    if (rows.length > 0) await tx("wallet_papers").insert(rows).onConflict(["userId", "paper"]).merge();
    await tx("users").where({ id: me.id }).update({ walletRev: rev });
    changed("me", me.id, [userScope(me.id)]);
    return undefined;
  },

  async "wallet.forget"({ tx, me, changed }) {
    if ((await lockedRev(tx, me.id)) === null) return undefined;
    await tx("wallet_papers").where({ userId: me.id }).delete();
    await tx("users").where({ id: me.id }).update({ walletRev: null });
    changed("me", me.id, [userScope(me.id)]);
    return undefined;
  },
};

function placeIn({ rev, editedBy }: Pick<CopyRow, "rev" | "editedBy">): EditPlace | undefined {
  return editedBy && editedBy.rev === rev ? { line: editedBy.line, n: editedBy.n } : undefined;
}

async function lockedRev(tx: Knex, userId: string): Promise<number | null> {
  await lockUsers(tx, [userId], "change");
  const user: { walletRev: number | null } | undefined = await tx("users").where({ id: userId }).first("walletRev");
  return user?.walletRev ?? null;
}

export const copyResolvers: Resolvers<typeof copyQueries> = {
  async "wallet.own"({ db, me, services: { sealer } }) {
    // One statement: the revision is that of these papers.
    const rows: (Partial<CopyRow> & { walletRev: number | null })[] = await db("users as u")
      .leftJoin("wallet_papers as p", "p.userId", "u.id")
      .where({ "u.id": me.id })
      .select("u.walletRev", "p.userId", "p.paper", "p.rev", "p.at", "p.editedBy", "p.keyId", "p.sealed");
    const papers = rows.flatMap((row) => (row.paper ? Object.entries(copied(row as CopyRow, sealer)) : []));
    return { rev: rows[0]?.walletRev ?? null, papers: Object.fromEntries(papers) };
  },
};

/** What cannot be decrypted or read is absent. */
function copied({ rev, at, editedBy, ...row }: CopyRow, sealer: Sealer | null): CopiedPapers {
  const place = placeIn({ rev, editedBy });
  const version = { rev, at, ...(place && { by: place }) };
  if (row.sealed === null) return { [row.paper]: { paper: null, ...version } };
  const text = sealer?.open(placeOf(row), row) ?? null;
  const paper =
    text === null ? undefined : wallet.safeParse({ [row.paper]: JSON.parse(text) as unknown }).data?.[row.paper];
  return paper ? { [row.paper]: { paper, ...version } } : {};
}

/** Encrypts with the present key what an earlier one has encrypted, so that the earlier one can be removed. */
export async function sealAgain(db: Knex, sealer: Sealer): Promise<void> {
  for (const keyId of sealer.pastKeyIds) {
    let after: Place | undefined;
    do {
      const query = db("wallet_papers").where({ keyId }).orderBy(["userId", "paper"]).limit(PAPERS_AT_ONCE);
      if (after) void query.whereRaw(`("userId", paper) > (?, ?)`, [after.userId, after.paper]);
      const rows: (Place & Sealed)[] = await query.select("userId", "paper", "keyId", "sealed");
      for (const { userId, paper, sealed } of rows) {
        const text = sealer.open(placeOf({ userId, paper }), { keyId, sealed });
        if (text === null) continue;
        const again = sealer.seal(placeOf({ userId, paper }), text);
        // Not over an edit that came meanwhile.
        await db("wallet_papers").where({ userId, paper, sealed }).update(again);
      }
      after = rows.at(-1);
    } while (after);
  }
}

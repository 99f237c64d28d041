import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import { wallet, type Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import type { walletQueries } from "../../../shared/domain/eligibility/sharing.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import type { Sealed, Sealer } from "../../kit/sealer.ts";
import { sharedPage } from "./pages.ts";
import { bookingToRead, isOpen, placeOf } from "./rules.ts";
import { scansOf } from "./scans.ts";

export type SharedPaper = Sealed & { paper: PaperName };

export const walletResolvers: Resolvers<typeof walletQueries> = {
  async "wallet.shared"({ db, me, services: { sealer } }, { id }) {
    const booking = await bookingToRead(db, me, id);
    if (!booking) throw new DomainError("booking-not-found");
    if (!sealer || !isOpen(booking, new Date())) return { papers: {}, scans: [] };
    const rows: SharedPaper[] = await db("shared_papers").where({ bookingId: id }).select("paper", "keyId", "sealed");
    return { papers: openedPapers(rows, id, sealer), scans: await scansOf(db, sealer, id) };
  },

  async "wallet.sharedPage"({ db, me, services: { sealer } }, { id, page }) {
    const booking = await bookingToRead(db, me, id);
    if (!booking) throw new DomainError("booking-not-found");
    const isReadable = sealer && isOpen(booking, new Date());
    const bytes = isReadable ? await sharedPage(db, sealer, { bookingId: id, pageId: page }) : null;
    if (!bytes) throw new DomainError("not-found");
    return bytes;
  },
};

/** What cannot be decrypted or read is absent. */
export function openedPapers(rows: readonly SharedPaper[], bookingId: string, sealer: Sealer): Wallet {
  const found = rows.map(({ paper, ...sealed }): Wallet => {
    const text = sealer.open(placeOf(bookingId, paper), sealed);
    return text === null ? {} : (wallet.safeParse({ [paper]: JSON.parse(text) as unknown }).data ?? {});
  });
  return Object.assign({}, ...found) as Wallet;
}

import type { z } from "zod";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { paperNames, type PaperName } from "../../../shared/domain/eligibility/choices.ts";
import type { walletCommands } from "../../../shared/domain/eligibility/sharing.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Handlers, SignedInContext } from "../../kit/command-handler.ts";
import { seenBy } from "../bookings/rows.ts";
import { lockMine, updateBooking } from "../bookings/steps.ts";
import { isOpen, placeOf } from "./rules.ts";
import { keepScans } from "./scans.ts";

type Share = z.output<(typeof walletCommands)["wallet.share"]["input"]>;

export const walletHandlers: Handlers<typeof walletCommands> = {
  "wallet.share": share,
  "wallet.shareScans": share,
};

async function share(context: SignedInContext, { id, shared, papers = {}, scans }: Share): Promise<Booking> {
  const { tx, me, services } = context;
  const { booking } = await lockMine(context, id, undefined);
  if (booking.pilotId !== me.id) throw new DomainError("booking-not-found");
  if (!isOpen(booking, new Date())) {
    // Its end has withdrawn them.
    if (shared.length === 0 && !scans?.length) return seenBy(booking, me.id);
    throw new DomainError("wrong-step");
  }
  const own = tx("shared_papers").where({ bookingId: id });
  await own.clone().whereNotIn("paper", shared).delete();
  const { sealer } = services;
  if (shared.length > 0 && !sealer) throw new DomainError("papers-not-set-up");
  const rows = paperNames.flatMap((paper) =>
    sealer && shared.includes(paper) && papers[paper]
      ? [{ bookingId: id, paper, ...sealer.seal(placeOf(id, paper), JSON.stringify(papers[paper])) }]
      : [],
  );
  if (rows.length > 0) await tx("shared_papers").insert(rows).onConflict(["bookingId", "paper"]).merge();
  const stored: PaperName[] = await own.clone().pluck("paper");
  const sharedPapers = paperNames.filter((name) => stored.includes(name));
  const sharedScans = scans && (await keepScans(tx, sealer, { bookingId: id, userId: me.id }, scans));
  const named = { sharedPapers, ...(sharedScans && { sharedScans: JSON.stringify(sharedScans) }) };
  return seenBy(await updateBooking(context, id, named), me.id);
}

// How the user's wallet compares with minima on the day of a flight; read from this device when a command needs it.
import type { Verdict } from "../../../shared/domain/eligibility/choices.ts";
import { verdictsOf } from "../../../shared/domain/eligibility/eligibility.ts";
import type { Placed } from "../../../shared/domain/locations.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { dayIn } from "../../../shared/kit/dates.ts";
import { withWallet } from "./open-wallet.ts";

type Flight = { startDate: string; plane: Placed };

/** The field of a command, or nothing where no minimum is asked or the wallet cannot be read. */
export async function flightVerdicts(
  userId: string,
  keys: readonly string[],
  { startDate, plane }: Flight,
): Promise<{ verdicts?: Record<string, Verdict> }> {
  if (keys.length === 0) return {};
  try {
    const wallet = await withWallet(userId, (opened) => opened.read());
    return { verdicts: verdictsOf(keys, wallet, dayIn(new Date(startDate), zoneOf(plane))) };
  } catch {
    return {};
  }
}

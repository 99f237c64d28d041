import type { RowStatus } from "../sync/rows.ts";

type Waiting = { waiting?: RowStatus; needsVerification?: boolean };

/** What a user with an unverified email wrote waits for that email, also before the server has said so. */
export function heldFor<Row extends Waiting>(row: Row, user: { isEmailVerified: boolean } | null): Row {
  const isHeld = user?.isEmailVerified === false && row.waiting === "waiting";
  return isHeld ? { ...row, needsVerification: true } : row;
}

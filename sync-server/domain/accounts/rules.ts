// Checks of the user that several subjects need before a write.
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { DomainError } from "../../../shared/kit/errors.ts";

/** @throws DomainError email-unverified */
export function requireVerified(me: OwnUser): void {
  if (!me.isEmailVerified) throw new DomainError("email-unverified");
}

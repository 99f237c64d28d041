// What several subjects ask about a person before they write.
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { DomainError } from "../../../shared/kit/errors.ts";

/** @throws DomainError email-unverified */
export function requireVerified(me: OwnUser): void {
  if (!me.isEmailVerified) throw new DomainError("email-unverified");
}

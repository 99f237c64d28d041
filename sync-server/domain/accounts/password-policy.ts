// Checks new passwords. Existing passwords keep working.
import { DomainError } from "../../../shared/kit/errors.ts";
import { commonPasswordsList } from "./common-passwords-list.ts";

const commonPasswords = new Set(commonPasswordsList.trim().split(/\s+/));

/**
 * Checks a new password after its schema has. `field` is the input field that contains it.
 * @throws DomainError invalid, password-common
 */
export function requireAllowedPassword(
  password: string,
  { min, field }: { min: number; field: "password" | "newPassword" },
): void {
  if (password.length < min) {
    const message = `Password must be at least ${min} characters`;
    throw new DomainError("invalid", { message, fields: { [field]: message } });
  }
  if (!commonPasswords.has(password.trim().toLowerCase())) return;
  const { message } = new DomainError("password-common");
  throw new DomainError("password-common", { fields: { [field]: message } });
}

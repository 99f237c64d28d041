// Calls the server about the signed-in user.
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { ApiError, call, read } from "../api/call.ts";
import { settlePendingSignOut } from "./sign-out.ts";
import { mayBeSignedIn, pendingSignOut } from "./stored-session.ts";

/** Finishes a pending sign-out first, then asks who is signed in. Never rejects. */
export async function fetchCurrentUser(): Promise<OwnUser | "nobody" | "no-answer"> {
  try {
    if (!(await settlePendingSignOut(endServerSession))) return "nobody";
    if (!mayBeSignedIn()) return "nobody";
    return await read("auth.me", {});
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return "nobody";
    console.warn("Could not ask who is signed in.", error);
    return pendingSignOut() ? "nobody" : "no-answer";
  }
}

/** Ends the server's session. True when the server confirmed it or the session was already over. Never rejects. */
export async function endServerSession(): Promise<boolean> {
  try {
    await call("auth.logout", {});
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return true;
    console.warn("The server did not confirm the sign-out; the next start tries again.", error);
    return false;
  }
}

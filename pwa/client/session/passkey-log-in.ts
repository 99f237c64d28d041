// The log-in with a passkey. Its library loads with this file, when somebody asks for it.
import { startAuthentication } from "@simplewebauthn/browser";
import type { CommandInput } from "../../../shared/commands.ts";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { ApiError, call } from "../api/call.ts";
import { endServerSession } from "./current-user.ts";
import { signInAfterLast } from "./sign-out.ts";
import { startSession, storeToken } from "./stored-session.ts";

/** What the device says about its user; the server takes it once. */
export type PasskeyProof = CommandInput<"auth.passkey">["response"];

/** Lets the user choose a passkey. Throws ApiError, and an error with code "not-used" when the user or the browser stops it. */
export async function askForPasskey(): Promise<PasskeyProof> {
  const { options } = await call("auth.startPasskey", {});
  try {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: options,
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  } catch (error) {
    console.warn("No passkey was used.", error);
    throw new ApiError("No passkey was used. Try again, or log in with your password.", 0, "not-used");
  }
}

/** Opens the session; the caller shows its user. Throws ApiError. */
export async function logInWithPasskey(
  response: PasskeyProof,
  more: Pick<CommandInput<"auth.passkey">, "keepAccount">,
): Promise<OwnUser> {
  const answer = await signInAfterLast(endServerSession, () => call("auth.passkey", { response, ...more }));
  if (answer === null) throw new ApiError("No connection to Tailhour. Please try again.", 0, "offline");
  startSession();
  storeToken(answer.token);
  return answer.user;
}

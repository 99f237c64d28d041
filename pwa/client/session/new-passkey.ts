// Makes a passkey on this device. Its library loads with this file.
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import type { CommandInput } from "../../../shared/commands.ts";
import { ApiError, call } from "../api/call.ts";

/** Asks the device for a passkey and stores it under a name. Throws ApiError; code "not-made" when the user or the browser stops it. */
export async function makePasskey(name: string, proof: CommandInput<"account.startPasskey">): Promise<void> {
  const { options } = await call("account.startPasskey", proof);
  const { id, rawId, type, response } = await made(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  const { clientDataJSON, attestationObject, transports } = response;
  await call("account.addPasskey", {
    name,
    response: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
  });
}

async function made(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    const isHere = error instanceof Error && error.name === "InvalidStateError";
    if (!isHere) console.warn("No passkey was made.", error);
    const text = isHere
      ? "This device has a passkey for this account already."
      : "No passkey was made. Please try again.";
    throw new ApiError(text, 0, "not-made");
  }
}

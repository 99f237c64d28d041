// What WebAuthn asks of the server: options for browsers and the check of their answers, for this site's origin alone.
import type { RegistrationResponseJSON, AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { CommandInput } from "../../../../shared/commands.ts";
import { DomainError } from "../../../../shared/kit/errors.ts";

/** The library is large, and few requests need it. */
const library = () => import("@simplewebauthn/server");

/** Seconds in which a browser must answer. */
export const CHALLENGE_SECONDS = 300;

/** @throws DomainError passkey-invalid, where the address of this site is unknown */
function siteOf(origin: string | null): { origin: string; rpID: string } {
  if (origin === null) throw new DomainError("passkey-invalid");
  return { origin, rpID: new URL(origin).hostname };
}

/** The user's id as a passkey keeps it: no name or address. */
export function userHandle(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId.replaceAll("-", ""), "hex");
}

type Known = { credentialId: string; transports: string[] };

/** Options to make a passkey that the device can find without a name, behind its own lock. */
export async function creationOptions(
  origin: string | null,
  user: { id: string; email: string; name: string },
  known: Known[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: "Tailhour",
    rpID: siteOf(origin).rpID,
    userID: userHandle(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/** Options to log in with any passkey of this site. */
export async function logInOptions(origin: string | null) {
  const { generateAuthenticationOptions } = await library();
  const { rpID } = siteOf(origin);
  return generateAuthenticationOptions({ rpID, userVerification: "required", timeout: CHALLENGE_SECONDS * 1000 });
}

/** `challenge`: the one that the answer names, null for an unreadable answer. `proof`: null if the answer proves nothing. */
type Checked<Proof> = { challenge: string | null; proof: Proof | null };

async function checked<Proof>(
  check: (expectedChallenge: (challenge: string) => boolean) => Promise<Proof | null>,
): Promise<Checked<Proof>> {
  let challenge: string | null = null;
  const proof = await check((named) => {
    challenge = named;
    return true;
    // The library throws for whatever does not fit.
  }).catch(() => null);
  return { challenge, proof };
}

type NewCredential = {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  isSynced: boolean;
};

/** Checks a browser's answer about a new passkey. The caller takes the challenge. */
export function checkCreation(
  origin: string | null,
  { response }: Pick<CommandInput<"account.addPasskey">, "response">,
): Promise<Checked<NewCredential>> {
  return checked(async (expectedChallenge) => {
    const { verifyRegistrationResponse } = await library();
    const site = siteOf(origin);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      requireUserVerification: true,
    });
    if (!registrationInfo) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      isSynced: credentialBackedUp,
    };
  });
}

/** Checks a browser's answer at a log-in. The caller takes the challenge and compares the counter, which the proof has. */
export function checkLogIn(
  origin: string | null,
  { response }: Pick<CommandInput<"auth.passkey">, "response">,
  passkey: { userId: string; credentialId: string; publicKey: Buffer } | undefined,
): Promise<Checked<{ counter: number; isSynced: boolean }>> {
  return checked(async (expectedChallenge) => {
    const { verifyAuthenticationResponse } = await library();
    const site = siteOf(origin);
    const handle = response.response.userHandle;
    // A passkey of nobody is checked like any other, so that its challenge is known and used up.
    const { credentialId = response.id, publicKey = Buffer.alloc(0) } = passkey ?? {};
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    if (!verified || !passkey) return null;
    if (handle && handle !== userHandle(passkey.userId).toString("base64url")) return null;
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
  });
}

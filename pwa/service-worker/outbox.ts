// Sends the outbox while no page is open, with the page's sync engine but without a screen and without schemas.
import { deviceNote } from "../device/person/device-notes.ts";
import { personEngine, type PersonEngine } from "../device/person/person-engine.ts";
import { makeRoom } from "../device/store/make-room.ts";
import { httpPictures } from "../device/transport/http-pictures.ts";
import { httpTransport } from "../device/transport/http-transport.ts";
import { uploadWaiting } from "../device/sync/picture-upload.ts";
import type { Transport } from "../device/sync/ports.ts";
import { shownUser } from "../device/sync/sign-out.ts";
import { endSessionHere } from "./session-end.ts";

/** The user signed in on this device; null for a guest, and while a sign-out is unfinished. */
export async function signedInUserId(): Promise<string | null> {
  const signedIn = await deviceNote("signed-in");
  return shownUser(signedIn?.userId ?? null, await deviceNote("sign-out"));
}

/** States of entries that another try may advance. */
const retryableStates: ReadonlySet<string> = new Set(["queued", "sending", "blocked"]);

/** Sends the outbox. Rejects while entries still wait, so that the browser calls again later. */
export async function sendOutbox(): Promise<void> {
  await afterExchange("sync", async ({ engine }) => {
    await engine.uploaded();
    const left = await engine.outbox();
    if (left.some(({ state }) => retryableStates.has(state))) throw new Error("Something still waits.");
  });
}

export type SignedInUser = PersonEngine & { userId: string };

/**
 * Runs an exchange for the signed-in user, then `act`. With `push` it also fetches changes. Does nothing for a guest. Forgets the session
 * when the server says it is over.
 */
export async function afterExchange(why: "sync" | "push", act: (person: SignedInUser) => Promise<void>): Promise<void> {
  const signedIn = await deviceNote("signed-in");
  const userId = await signedInUserId();
  if (!signedIn || userId === null) return;

  let session: string | null = signedIn.session;
  const http = httpTransport({ fetch: (input, init) => fetch(input, init) });
  const transport: Transport = {
    async exchange(request, deadlineMs) {
      const reply = await http.exchange(request, deadlineMs);
      // A response counts only for the session that sent the request; a user may have signed in or out meanwhile.
      const now = await deviceNote("signed-in");
      session = now?.userId === userId ? now.session : null;
      return reply;
    },
  };
  const port = httpPictures({
    // Never sends one user's commands with another user's cookie.
    async fetch(input, init) {
      if ((await deviceNote("signed-in"))?.userId !== userId) throw new Error("Somebody else is signed in.");
      return await fetch(input, init);
    },
  });
  let ended: string | null = null;
  // The answer ended this session, so it is still the current one.
  const events = { signedOut: () => (ended = session) };
  const pictures = { port, uploadWaiting };
  const { engine, store } = personEngine({
    userId,
    commands: { commands: {} },
    transport,
    pictures,
    session: () => session,
    makeRoom: () => makeRoom(null),
    events,
  });
  try {
    await engine.trigger(why);
    await act({ userId, engine, store });
  } finally {
    engine.stop();
    store.close();
    if (ended !== null) await endSessionHere(userId, ended);
  }
}

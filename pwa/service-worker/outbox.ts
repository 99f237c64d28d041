// Sends what waits although no page is open: the same engine as in the page, without a screen and without schemas.
import { deviceNote } from "../device/person/device-notes.ts";
import { personEngine, type PersonEngine } from "../device/person/person-engine.ts";
import { httpPictures } from "../device/transport/http-pictures.ts";
import { httpTransport } from "../device/transport/http-transport.ts";
import type { Transport } from "../device/sync/ports.ts";
import { shownUser } from "../device/sync/sign-out.ts";
import { endSessionHere } from "./session-end.ts";

/** Who is signed in on this device; null for a guest, and while a sign-out is not finished. */
export async function signedInHere(): Promise<string | null> {
  const signedIn = await deviceNote("signed-in");
  return shownUser(signedIn?.userId ?? null, await deviceNote("sign-out"));
}

/** States of entries that another try may bring further. */
const waits: ReadonlySet<string> = new Set(["queued", "sending", "blocked"]);

/** The browser calls again later when this rejects: something still waits. */
export async function sendOutbox(): Promise<void> {
  await afterExchange("sync", async ({ engine }) => {
    await engine.uploaded();
    const left = await engine.outbox();
    if (left.some(({ state }) => waits.has(state))) throw new Error("Something still waits.");
  });
}

export type PersonHere = PersonEngine & { userId: string };

/**
 * Sends for whoever is signed in here, with `push` asks what is new too, then lets `act` look at it. Nothing for a guest. Where the server
 * says that the session is over, this device forgets it.
 */
export async function afterExchange(why: "sync" | "push", act: (person: PersonHere) => Promise<void>): Promise<void> {
  const signedIn = await deviceNote("signed-in");
  const userId = await signedInHere();
  if (!signedIn || userId === null) return;

  let session: string | null = signedIn.session;
  const http = httpTransport({ fetch: (input, init) => fetch(input, init) });
  const transport: Transport = {
    async exchange(request, deadlineMs) {
      const reply = await http.exchange(request, deadlineMs);
      // An answer counts only for the session it was asked with; somebody may have signed in or out meanwhile.
      const now = await deviceNote("signed-in");
      session = now?.userId === userId ? now.session : null;
      return reply;
    },
  };
  const pictures = httpPictures({
    // Nothing of one person goes out with the cookie of another.
    async fetch(input, init) {
      if ((await deviceNote("signed-in"))?.userId !== userId) throw new Error("Somebody else is signed in.");
      return await fetch(input, init);
    },
  });
  let ended: string | null = null;
  // An answer to the session that ended is what told, so it is still the one at hand.
  const events = { signedOut: () => (ended = session) };
  const { engine, store } = personEngine({ userId, commands: {}, transport, pictures, session: () => session, events });
  try {
    await engine.trigger(why);
    await act({ userId, engine, store });
  } finally {
    engine.stop();
    store.close();
    if (ended !== null) await endSessionHere(userId, ended);
  }
}

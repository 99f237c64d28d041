// @vitest-environment happy-dom
import { configure, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { noteSentText, interruptedTexts } from "../../client/messages/conversation-notes.ts";
import { aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { openedStore } from "../../client/sync/current-store.ts";
import { InterruptedSendsEffects } from "./interrupted-sends-effects.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
  server.outcome = () => ({ status: "applied" });
});
afterEach(closeScreen);

it("[R5] sends an unfinished message of a closed page once, even if the outbox already has it", async () => {
  const [peer, id] = [newId(), newId()];
  const text = { id, content: "Keys at 07:30?", aircraftId: null };
  const sent = () => server.commands.filter(({ name }) => name === "messages.send").map(({ input }) => input);
  for (let opening = 0; opening < 2; opening++) {
    noteSentText(server.me!.id, peer, text);
    vi.stubGlobal("fetch", server.fetch);
    await openScreen(server, <InterruptedSendsEffects />);
    await waitFor(() => expect(interruptedTexts(server.me!.id)).toEqual([]));
    await waitFor(() => expect(sent()).toEqual([{ ...text, receiverId: peer }]));
    // A page that closes before it stores the outcome sends the command again, under the same id.
    const { engine } = await openedStore();
    await vi.waitFor(async () => expect(await engine.outbox()).toEqual([]));
    expect(sent()).toHaveLength(1);
    closeScreen();
  }
});

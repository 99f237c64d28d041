// @vitest-environment happy-dom
import { act, configure, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { queue } from "../client/queue.ts";
import { useAuth } from "../client/session.tsx";
import { aPerson, closeScreen, newServer, openScreen } from "../testing/screen.tsx";
import { VerifiedKeeper } from "./verified-keeper.tsx";

configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
  server.me = aPerson({ isEmailVerified: false });
});
afterEach(closeScreen);

function Verify() {
  const { user, setUser } = useAuth();
  if (!user) return null;
  return <button onClick={() => setUser({ ...user, isEmailVerified: true })}>Verify</button>;
}

it("sends what was refused for the unverified email once the email is verified, and not twice", async () => {
  const unverified = { status: "refused", code: "email-unverified", message: "Please verify your email first." };
  server.outcome = () => unverified;
  await openScreen(
    server,
    <>
      <Verify />
      <VerifiedKeeper />
    </>,
  );
  const sent = () => server.commands.filter(({ name }) => name === "messages.send");
  await act(async () => {
    await queue("messages.send", { receiverId: newId(), content: "Is Saturday free?" });
  });
  await waitFor(() => expect(sent()).toHaveLength(1));
  await act(async () => screen.getByRole("button", { name: "Verify" }).click());
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.input).toMatchObject({ content: "Is Saturday free?" });
});

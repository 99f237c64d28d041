// @vitest-environment happy-dom
// The shown profile is the newer one of the server's answer and the user's row, in whichever order they arrive.
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aPerson, closeScreen, newServer, openScreen, type MadeUpServer } from "../../testing/screen.tsx";
import { openedStore } from "../sync/current-store.ts";
import { queue } from "../sync/queue.ts";
import { useAuth } from "./session.tsx";

const before = aPerson({ name: "Before" });
let server: MadeUpServer;

beforeEach(() => {
  server = newServer();
  server.me = { ...before, id: crypto.randomUUID() };
});
afterEach(closeScreen);

let name: string | undefined;
function Probe() {
  name = useAuth().user?.name;
  return null;
}
const meAsked = () => server.asked.filter(({ path }) => path === "/api/auth/me").length;

/** A promise and the call that resolves it. */
function gate() {
  let open: () => void = () => undefined;
  return { passed: new Promise<void>((resolve) => (open = resolve)), open: () => act(async () => open()) };
}

it("a change queued before the first rows arrived is shown", async () => {
  const first = gate();
  server.exchangesAfter = first.passed;
  await openScreen(server, <Probe />);
  await act(async () => void (await queue("profile.update", { name: "After" })));
  expect(name).toBe("Before");
  await first.open();
  await vi.waitFor(() => expect(name).toBe("After"), 10_000);
});

it("an answer asked for before the change does not take it back", async () => {
  const answer = gate();
  server.answers.set("/api/auth/me", { status: 200, body: server.me, after: answer.passed });
  await openScreen(server, <Probe />);
  await act(async () => void (await queue("profile.update", { name: "After" })));
  await vi.waitFor(() => expect(name).toBe("After"), 10_000);
  await answer.open();
  expect(name).toBe("After");
});

it("asks the server when the first row read differs and nothing waits", async () => {
  const newer = { ...before, id: server.me?.id ?? "", name: "Elsewhere" };
  const answer = gate();
  await openScreen(server, <Probe />);
  expect([name, meAsked()]).toEqual(["Before", 1]);
  server.me = newer;
  server.answers.set("/api/auth/me", { status: 200, body: newer, after: answer.passed });
  await openedStore();
  await vi.waitFor(() => expect(meAsked()).toBe(2), 10_000);
  expect(name).toBe("Before");
  await answer.open();
  await vi.waitFor(() => expect(name).toBe("Elsewhere"), 10_000);
});

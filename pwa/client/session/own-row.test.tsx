// @vitest-environment happy-dom
// Tests that the profile shows the newer of the server's answer and the user's row, in either order.
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FakeServer } from "../../testing/fake-server.ts";
import { aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { openedStore, queue } from "../sync/current-store.ts";
import { useAuth } from "./session.tsx";

const before = aPerson({ name: "Before" });
let server: FakeServer;

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
const meRequests = () => server.requests.filter(({ path }) => path === "/api/auth/me").length;

/** A promise and the call that resolves it. */
function gate() {
  let open: () => void = () => undefined;
  return { passed: new Promise<void>((resolve) => (open = resolve)), open: () => act(async () => open()) };
}

it("shows a change queued before the first rows arrived", async () => {
  const first = gate();
  server.exchangesAfter = first.passed;
  await openScreen(server, <Probe />);
  await act(async () => void (await queue("profile.update", { name: "After" })));
  expect(name).toBe("Before");
  await first.open();
  await vi.waitFor(() => expect(name).toBe("After"), 10_000);
});

it("does not revert a change with an answer to an earlier request", async () => {
  const answer = gate();
  server.answers.set("/api/auth/me", { status: 200, body: server.me, after: answer.passed });
  await openScreen(server, <Probe />);
  await act(async () => void (await queue("profile.update", { name: "After" })));
  await vi.waitFor(() => expect(name).toBe("After"), 10_000);
  await answer.open();
  expect(name).toBe("After");
});

it("asks the server when the first row differs and nothing waits", async () => {
  const newer = { ...before, id: server.me?.id ?? "", name: "Elsewhere" };
  const answer = gate();
  await openScreen(server, <Probe />);
  expect([name, meRequests()]).toEqual(["Before", 1]);
  server.me = newer;
  server.answers.set("/api/auth/me", { status: 200, body: newer, after: answer.passed });
  await openedStore();
  await vi.waitFor(() => expect(meRequests()).toBe(2), 10_000);
  expect(name).toBe("Before");
  await answer.open();
  await vi.waitFor(() => expect(name).toBe("Elsewhere"), 10_000);
});

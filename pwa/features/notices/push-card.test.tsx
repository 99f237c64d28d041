// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { offerPush, usePushOffer } from "../../client/push/push-offer.ts";
import { AuthProvider, useAuth, type Auth } from "../../client/session/session.tsx";
import { newId } from "../../../shared/kit/ids.ts";
import { PushCard } from "./push-card.tsx";

const person = (name: string) => ({ id: newId(), name, isEmailVerified: true });
const luca = person("Luca Ferrante");
const owen = person("Owen Fairley");

let auth: Auth;
function Page() {
  auth = useAuth();
  return <PushCard />;
}

beforeEach(async () => {
  localStorage.clear();
  usePushOffer.setState({ offeredTo: null });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "default" });
  const value = Object.assign(new EventTarget(), { ready: new Promise(() => undefined) });
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await act(async () => {
    render(
      <AuthProvider>
        <Page />
      </AuthProvider>,
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const signIn = (user: object) => act(() => auth.setUser(user as Auth["user"] & object));
const card = () => screen.queryByRole("region", { name: "Know when the owner replies" });

it("[R13] hides from the next user, and appears after their own message whatever the first one answered", () => {
  signIn(luca);
  act(offerPush);
  expect(card()).not.toBeNull();
  signIn(owen);
  expect(card()).toBeNull();
  signIn(luca);
  fireEvent.click(screen.getByRole("button", { name: "No thanks" }));
  act(offerPush);
  expect(card()).toBeNull();
  signIn(owen);
  act(offerPush);
  expect(card()).not.toBeNull();
});

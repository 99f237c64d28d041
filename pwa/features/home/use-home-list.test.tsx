// @vitest-environment happy-dom
import { act, configure, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aCard, ScriptedCatalogue } from "../../device/testing/scripted-catalogue.ts";
import { closeScreen, homeOf, newServer, openScreen } from "../../testing/screen.tsx";
import { emptyQuery, type HomeQuery } from "./home-query.ts";
import { useHomeList } from "./use-home-list.ts";

// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterEach(closeScreen);

function List({ query }: { query: HomeQuery }) {
  const { planes, length, count, isLoading, status } = useHomeList(query);
  const shown = isLoading ? "empty cards" : planes.slice().map(({ name }) => name);
  return <output data-length={length}>{JSON.stringify({ shown, count, status })}</output>;
}
const statusValues = () => JSON.parse(screen.getByRole("status").textContent) as unknown;

it("shows no count while the server searches the aircraft that this device lacks", async () => {
  const server = newServer();
  const catalogue = new ScriptedCatalogue();
  catalogue.publish("denver-co", [aCard(1, { name: "Skyhawk" })], [], "Denver CO");
  catalogue.publish("austin-tx", [aCard(2)], [], "Austin TX");
  catalogue.fault = (path) =>
    path.includes("/austin-tx/") ? Promise.resolve(new Response(null, { status: 503 })) : undefined;
  let answer: (response: Response) => void = () => undefined;
  const fetched = (path: string, init: RequestInit = {}) => {
    if (path.startsWith("/api/catalogue")) return catalogue.fetch(path, init);
    if (path.startsWith("/api/aircraft?")) return new Promise<Response>((resolve) => (answer = resolve));
    return server.fetch(path, init);
  };
  vi.stubGlobal("fetch", fetched);

  await openScreen(server, <List query={emptyQuery} />);
  // Shows the aircraft of this list already here, without a count until the server has answered.
  await waitFor(() => expect(statusValues()).toEqual({ shown: ["Skyhawk"], count: null, status: "Loading..." }));
  closeScreen();
  vi.stubGlobal("fetch", fetched);
  // The cheapest aircraft is not known yet.
  await openScreen(server, <List query={{ ...emptyQuery, sort: "price-asc" }} />);
  expect(statusValues()).toEqual({ shown: "empty cards", count: null, status: "Loading..." });
  closeScreen();
  vi.stubGlobal("fetch", fetched);
  await openScreen(server, <List query={{ ...emptyQuery, location: "austin" }} />);
  expect(statusValues()).toEqual({ shown: "empty cards", count: null, status: "Loading..." });
  await act(async () => answer(Response.json([], { headers: { "X-Total-Count": "0" } })));
  await waitFor(() => expect(statusValues()).toEqual({ shown: [], count: 0, status: "0 aircraft available" }));
});

it("[S1279] has the length of the whole list while the device reads the cards after the page's first ones", async () => {
  const server = newServer();
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) =>
    path.startsWith("/api/catalogue") ? new Promise<Response>(() => undefined) : server.fetch(path, init),
  );
  const data = { ...homeOf([aCard(1, { name: "Skyhawk" })]), total: 60 };
  await openScreen(server, <List query={emptyQuery} />, { data });
  const length = () => screen.getByRole("status").dataset["length"];
  expect([statusValues(), length()]).toEqual([
    { shown: ["Skyhawk"], count: 60, status: "60 aircraft available" },
    "60",
  ]);
  // Nothing would fill the room.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => void window.dispatchEvent(new Event("offline")));
  expect(length()).toBe("1");
});

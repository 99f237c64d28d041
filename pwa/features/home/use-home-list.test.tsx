// @vitest-environment happy-dom
import { act, configure, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aCard, ScriptedCatalogue } from "../../device/testing/scripted-catalogue.ts";
import { closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { emptyQuery, type HomeQuery } from "./home-query.ts";
import { useHomeList } from "./use-home-list.ts";

// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterEach(closeScreen);

function List({ query }: { query: HomeQuery }) {
  const { planes, count, isLoading, status } = useHomeList(query);
  const shown = isLoading ? "empty cards" : planes.slice().map(({ name }) => name);
  return <output>{JSON.stringify({ shown, count, status })}</output>;
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

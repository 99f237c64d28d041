import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useServerSearch } from "./server-search.ts";

let requestedPaths: string[];
let answer: () => Response;

beforeEach(() => {
  requestedPaths = [];
  answer = () => Response.json([], { headers: { "X-Total-Count": "0" } });
  vi.stubGlobal("fetch", async (path: string) => {
    requestedPaths.push(path);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("sends no request when the device holds the whole catalogue", () => {
  const { result } = renderHook(() => useServerSearch(null));
  expect(result.current).toBeNull();
  expect(requestedPaths).toEqual([]);
});

test("shows the server's first cards, their pictures and the count", async () => {
  const plane = { id: "a", name: "Cub", images: ["/objects/one"], imageUrl: "/objects/two" };
  answer = () => Response.json([plane], { headers: { "X-Total-Count": "4321" } });
  const { result } = renderHook(() => useServerSearch({ location: "Denver CO", seats: 4, sort: "price-asc" }));
  expect(result.current).toEqual({ state: "loading" });
  await waitFor(() =>
    expect(result.current).toMatchObject({
      state: "known",
      total: 4321,
      cards: [{ id: "a", imageUrl: "/objects/one" }],
    }),
  );
  expect(requestedPaths).toEqual(["/api/aircraft?location=Denver+CO&seats=4&sort=price-asc&total=1"]);
});

test("is unavailable when the server does not answer, and sends a request for each new search", async () => {
  answer = () => Response.json({ error: "Not ready." }, { status: 503 });
  const { result, rerender } = renderHook(({ seats }) => useServerSearch({ seats, sort: "newest" }), {
    initialProps: { seats: 2 },
  });
  await waitFor(() => expect(result.current).toEqual({ state: "unavailable" }));
  answer = () => Response.json([], { headers: { "X-Total-Count": "0" } });
  rerender({ seats: 6 });
  expect(result.current).toEqual({ state: "loading" });
  await waitFor(() => expect(result.current).toEqual({ state: "known", cards: [], total: 0 }));
});

test("sends no request offline, and one when the network is back", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  const { result } = renderHook(() => useServerSearch({ seats: 2 }));
  expect(result.current).toEqual({ state: "unavailable" });
  expect(requestedPaths).toEqual([]);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(result.current).toMatchObject({ state: "known" }));
});

import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useServerSearch } from "./server-search.ts";

let asked: string[];
let answer: () => Response;

beforeEach(() => {
  asked = [];
  answer = () => Response.json([], { headers: { "X-Total-Count": "0" } });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("asks nothing where the device holds everything", () => {
  const { result } = renderHook(() => useServerSearch(null));
  expect(result.current).toBeNull();
  expect(asked).toEqual([]);
});

test("shows the server's first cards and its count, with the picture each card has", async () => {
  const plane = { id: "a", name: "Cub", images: ["/objects/one"], imageUrl: "/objects/two" };
  answer = () => Response.json([plane], { headers: { "X-Total-Count": "4321" } });
  const { result } = renderHook(() => useServerSearch({ location: "Denver CO", seats: 4, sort: "price-asc" }));
  expect(result.current).toEqual({ state: "asking" });
  await waitFor(() =>
    expect(result.current).toMatchObject({
      state: "known",
      total: 4321,
      cards: [{ id: "a", imageUrl: "/objects/one" }],
    }),
  );
  expect(asked).toEqual(["/api/aircraft?location=Denver+CO&seats=4&sort=price-asc&total=1"]);
});

test("says that nobody was asked when the server has no answer, and asks anew when the search is another", async () => {
  answer = () => Response.json({ error: "Not ready." }, { status: 503 });
  const { result, rerender } = renderHook(({ seats }) => useServerSearch({ seats, sort: "newest" }), {
    initialProps: { seats: 2 },
  });
  await waitFor(() => expect(result.current).toEqual({ state: "unasked" }));
  answer = () => Response.json([], { headers: { "X-Total-Count": "0" } });
  rerender({ seats: 6 });
  expect(result.current).toEqual({ state: "asking" });
  await waitFor(() => expect(result.current).toEqual({ state: "known", cards: [], total: 0 }));
});

test("without a network it asks nobody, and does once there is one", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  const { result } = renderHook(() => useServerSearch({ seats: 2 }));
  expect(result.current).toEqual({ state: "unasked" });
  expect(asked).toEqual([]);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(result.current).toMatchObject({ state: "known" }));
});

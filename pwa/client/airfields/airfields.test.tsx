// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { writeIndexFile } from "../../../shared/domain/airfields/index-file.ts";
import { rowOf } from "../../../shared/domain/airfields/search.ts";

const text = writeIndexFile({
  cycle: "2026-09-03",
  zones: ["America/Los_Angeles"],
  faaId: "MYF L18",
  icao: "K ",
  name: "Montgomery-Gibbs Executive\nFallbrook Community Airpark",
  city: "San Diego\nFallbrook",
  state: "CA\n",
  kind: "AA",
  zone: [0, 0],
  latitude: [32_816, 538],
  longitude: [-117_140, -111],
  elevation: [427, 708],
});
let answers: (() => Promise<Response>)[];
let requests: string[];
let removed: string[];

beforeEach(() => {
  vi.resetModules();
  [answers, requests, removed] = [[], [], []];
  vi.stubGlobal("fetch", (url: string) => {
    requests.push(url);
    return answers.shift()?.() ?? Promise.reject(new TypeError("Failed to fetch"));
  });
  vi.stubGlobal("caches", { delete: (name: string) => Promise.resolve(removed.push(name) > 0) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const whole = () => Promise.resolve(new Response(text));

/** A new module for each test has nothing loaded. */
async function opened() {
  const { loadAirfields, useAirfields } = await import("./airfields.ts");
  function State() {
    const { state, index } = useAirfields();
    return <output>{index ? `${index.ids.length} ${index.names[rowOf(index, "MYF")!]}` : state}</output>;
  }
  return { loadAirfields, State };
}
const shown = () => screen.getByRole("status").textContent;

it("loads the index once for all who ask, from a file with a hash", async () => {
  answers = [whole];
  const { loadAirfields, State } = await opened();
  render(<State />);
  expect(shown()).toBe("loading");
  const [one, other] = await act(() => Promise.all([loadAirfields(), loadAirfields()]));
  expect(one).toBe(other);
  await waitFor(() => expect(shown()).toBe("2 Montgomery-Gibbs Executive"));
  expect(requests).toHaveLength(1);
});

it("[S630] reports a failure, and tries again when the network is back", async () => {
  const { State } = await opened();
  render(<State />);
  await waitFor(() => expect(shown()).toBe("failed"));
  answers = [() => Promise.resolve(new Response(null, { status: 404 })), whole];
  const offline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  await waitFor(() => expect(requests).toHaveLength(2));
  await waitFor(() => expect(shown()).toBe("failed"));
  offline.mockRestore();
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(shown()).toMatch(/^2 /));
});

it("[S631] removes a kept file that is no index, so that the next try fetches it", async () => {
  answers = [() => Promise.resolve(new Response("<!doctype html>")), whole];
  const { loadAirfields } = await opened();
  await expect(loadAirfields()).rejects.toThrow("column");
  expect(removed).toEqual(["airfields"]);
  expect((await loadAirfields()).ids).toHaveLength(2);
});

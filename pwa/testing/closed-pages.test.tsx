// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { closeScreen, newServer } from "./screen.tsx";

const places = createStore<{ name: string }>(() => ({ name: "Denver" }));
const arrived: string[] = [];
const requests: string[] = [];
let answer = () => {};
let server: ReturnType<typeof newServer>;

beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

describe("a page that a test leaves open", () => {
  it("waits for a timer, an answer and the device", async () => {
    places.setState({ name: "Austin" });
    setTimeout(() => arrived.push("timer"), 20);
    const after = new Promise<void>((resolve) => (answer = resolve));
    server.answers.set("/slow", { status: 200, after });
    void fetch("/slow").then(() => arrived.push("answer"));
    setImmediate(() => void fetch("/late"));
    await Promise.resolve();
    expect(arrived).toEqual([]);
  });

  it("changes nothing in the next test", async () => {
    vi.stubGlobal("fetch", (path: string) => {
      requests.push(path);
      return Promise.resolve(new Response());
    });
    expect(places.getState()).toEqual({ name: "Denver" });
    answer();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect({ arrived, requests }).toEqual({ arrived: [], requests: [] });
  });

  it("has no network after it", async () => {
    vi.unstubAllGlobals();
    await expect(fetch("/healthz")).rejects.toThrow("Failed to fetch");
  });
});

// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { NoticeSettings } from "../../../shared/domain/notices.ts";
import { useMute, useNoticeSettings } from "./notice-settings.ts";
import { useToasts } from "../shell/toasts.ts";

const both = { push: true, email: true };
let server: NoticeSettings;
let answers: (() => void)[];
let isAway: boolean;

beforeEach(() => {
  isAway = false;
  answers = [];
  server = {
    notices: { messages: both, bookingRequests: both, bookingChanges: both, reviews: both, savedSearches: both },
    quietHours: { on: false, from: "22:00", until: "07:00", timeZone: "UTC" },
    hideText: false,
    mutes: [],
  };
  vi.stubGlobal(
    "fetch",
    async (path: string, { method = "GET", body = "{}" }: { method?: string; body?: string } = {}) => {
      if (path === "/healthz") return new Response("{}");
      if (isAway) throw new TypeError("Failed to fetch");
      if (method === "PATCH") {
        await new Promise<void>((resolve) => answers.push(resolve));
        const { hideText, quietHours } = JSON.parse(body) as Partial<NoticeSettings>;
        server = {
          ...server,
          hideText: hideText ?? server.hideText,
          quietHours: { ...server.quietHours, ...quietHours },
        };
      }
      if (path.startsWith("/api/settings/mutes/") && method !== "GET") {
        await new Promise<void>((resolve) => answers.push(resolve));
        server = {
          ...server,
          mutes: method === "PUT" ? [{ peerId: "peer", name: "Marisol Vega", avatarUrl: null, until: null }] : [],
        };
      }
      return Response.json(server);
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const { result } = renderHook(() => useNoticeSettings());
  await waitFor(() => expect(result.current.loaded.state).toBe("ready"));
  return {
    change: (change: Parameters<typeof result.current.change>[0]) => act(() => result.current.change(change)),
    shown: () => {
      if (result.current.loaded.state !== "ready") throw new Error("nothing is shown");
      const { hideText, quietHours } = result.current.loaded.data;
      return [hideText, quietHours.until];
    },
  };
}

it("shows every change at once, and a response does not revert the next change", async () => {
  const { change, shown } = await open();
  change({ quietHours: { until: "06:30" } });
  change({ hideText: true });
  expect(shown()).toEqual([true, "06:30"]);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers.shift()?.());
  expect(shown()).toEqual([true, "06:30"]);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers.shift()?.());
  await waitFor(() => expect(server).toMatchObject({ hideText: true, quietHours: { until: "06:30" } }));
  expect(shown()).toEqual([true, "06:30"]);
});

it("reverts a change that the server refused, and shows a toast", async () => {
  const { change, shown } = await open();
  isAway = true;
  change({ hideText: true });
  await waitFor(() => expect(shown()).toEqual([false, "07:00"]));
  expect(useToasts.getState().shown?.title).toBe("Needs a connection");
});

it("sends the last change last", async () => {
  const { result } = renderHook(() => useMute("peer"));
  await waitFor(() => expect(result.current.isMuted).toBe(false));
  act(() => result.current.setMuted(true));
  act(() => result.current.setMuted(false));
  expect(result.current.isMuted).toBe(false);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers.shift()?.());
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(server.mutes).toHaveLength(1);
  await act(async () => answers.shift()?.());
  await waitFor(() => expect(server.mutes).toEqual([]));
  expect(result.current.isMuted).toBe(false);
});

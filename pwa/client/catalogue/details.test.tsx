import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { act, cleanup, configure, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Owner } from "../../../shared/domain/accounts.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import type { PageData } from "../../../shared/sync.ts";
import { aCard } from "../../device/testing/scripted-catalogue.ts";

const { id, ...card } = aCard(7);
const aircraft: Aircraft = {
  ...card,
  id,
  fuelCapacity: "50 gal",
  maxWeight: "2,500 lbs",
  description: null,
  images: [],
  features: [],
  isActive: true,
  rev: 1,
};
const owner: Owner = {
  id: card.ownerId,
  name: "Marisol Vega",
  avatarUrl: null,
  bio: null,
  memberSince: "2019",
  rating: 5,
  reviewCount: 2,
  responseTime: null,
  verified: true,
};

const pictures = [
  { path: "/objects/one", width: 640, height: 480, placeholder: "data:,", widths: [640], formats: ["webp" as const] },
];

/** What the server says, by the end of the path; undefined is no answer at all. */
let answers: Record<string, Response | undefined>;
let asked: string[];

const json = (body: unknown, status = 200) => Response.json(body, { status });
const says = (changes: Partial<Aircraft> = {}) => {
  answers = { "with-owner": json({ aircraft: { ...aircraft, ...changes }, owner, pictures }), reviews: json([]) };
};
const isGone = () => {
  const gone = () => json({ error: "Aircraft not found", code: "aircraft-not-found" }, 404);
  answers = { "with-owner": gone(), reviews: gone() };
};
const isSilent = () => {
  answers = {};
};

// The device's code is fetched when it is first needed, which on a busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  says();
  asked = [];
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const answer = answers[path.split("/").at(-1) ?? ""];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer.clone();
  });
});

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openPage(data?: PageData) {
  cleanup();
  vi.resetModules();
  document.body.innerHTML = data
    ? `<script type="application/json" id="page-data">${JSON.stringify(data)}</script>`
    : "";
  const { useServerDetail } = await import("./details.ts");
  return renderHook(() => useServerDetail(id));
}

async function keptDetail() {
  const { openedDevice } = await import("../sync/device.ts");
  return (await openedDevice()).details.get(id);
}

/** Opens the page once with the server there, so that the device has its copy. */
async function visit() {
  const { result } = await openPage();
  await waitFor(() => expect(result.current.state).toBe("ready"));
  await vi.waitFor(async () => expect(await keptDetail()).toBeDefined(), 10_000);
}

test("reads from the server and keeps a copy on the device", async () => {
  const { result } = await openPage();
  expect(result.current.state).toBe("loading");
  await waitFor(() => expect(result.current).toMatchObject({ state: "ready", aircraft, owner, isUnconfirmed: false }));
  await vi.waitFor(async () => expect(await keptDetail()).toMatchObject({ aircraft, owner, reviews: [] }), 10_000);
});

test("shows the device's copy while there is no answer, with the time it is from", async () => {
  await visit();
  const kept = await keptDetail();
  isSilent();
  const { result } = await openPage();
  await waitFor(() =>
    expect(result.current).toMatchObject({ state: "ready", aircraft, pictures, isUnconfirmed: true }),
  );
  expect(result.current.asOf).toBe(kept?.asOf);
});

test("shows the device's copy first and then what the server says", async () => {
  await visit();
  says({ hourlyRate: 321 });
  const { result } = await openPage();
  await waitFor(() => expect(result.current.aircraft?.hourlyRate).toBe(321));
  expect(result.current.isUnconfirmed).toBe(false);
});

test("reads again after a change that came while another read ran", async () => {
  const { result } = await openPage();
  await waitFor(() => expect(result.current.state).toBe("ready"));
  const { refetchDetail } = await import("./details.ts");
  const answer = answers["with-owner"]!;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const plain = fetch;
  vi.stubGlobal("fetch", async (path: string) => {
    if (!path.endsWith("/with-owner")) return plain(path);
    await gate;
    return answer.clone();
  });
  const first = refetchDetail(id);
  const second = refetchDetail(id);
  vi.stubGlobal("fetch", plain);
  says({ hourlyRate: 321 });
  letGo();
  await act(() => Promise.all([first, second]));
  await waitFor(() => expect(result.current.aircraft?.hourlyRate).toBe(321));
});

test("is missing after a 404, and gone from the device", async () => {
  await visit();
  isGone();
  const { result } = await openPage();
  await waitFor(() => expect(result.current.state).toBe("missing"));
  await vi.waitFor(async () => expect(await keptDetail()).toBeUndefined(), 10_000);
});

test("is not available offline when it was never opened here, and comes when the network does", async () => {
  isSilent();
  const { result } = await openPage();
  await waitFor(() => expect(result.current.state).toBe("unavailable-offline"));
  says();
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(result.current.state).toBe("ready"));
});

test("takes what came with the page without asking, and keeps it too", async () => {
  const asOf = "2026-11-21T10:00:00.000Z";
  const { result } = await openPage({ page: "aircraft", aircraft, owner, pictures, reviews: [], asOf });
  expect(result.current).toMatchObject({ state: "ready", pictures, asOf, isUnconfirmed: false });
  await vi.waitFor(async () => expect(await keptDetail()).toMatchObject({ asOf }), { timeout: 10_000 });
  expect(asked.filter((path) => path.includes(id))).toEqual([]);
});

test("asks again when the window gets the focus, but not within 30 seconds", async () => {
  const { result } = await openPage();
  await waitFor(() => expect(result.current.state).toBe("ready"));
  const before = asked.length;
  act(() => void window.dispatchEvent(new Event("focus")));
  expect(asked.length).toBe(before);
  says({ hourlyRate: 321 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
  act(() => void window.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(result.current.aircraft?.hourlyRate).toBe(321));
});

test("does not keep what only its owner may see", async () => {
  await visit();
  says({ isActive: false });
  const { result } = await openPage();
  await waitFor(() => expect(result.current.aircraft?.isActive).toBe(false));
  await vi.waitFor(async () => expect(await keptDetail()).toBeUndefined(), 10_000);
});

import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { act, cleanup, configure, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Owner } from "../../../shared/domain/accounts.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { planDefaults } from "../../../shared/domain/hours/availability-rules.ts";
import type { PageData } from "../../../shared/sync.ts";
import { aCard } from "../../device/testing/scripted-catalogue.ts";

const { id, ...card } = aCard(7);
const aircraft: Aircraft = {
  ...card,
  id,
  airport: null,
  fuelCapacity: "50 gal",
  maxWeight: "2,500 lbs",
  description: null,
  images: [],
  features: [],
  terms: null,
  requirements: null,
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
  replyMinutes: null,
  replyRate: null,
};

const pictures = [
  { path: "/objects/one", width: 640, height: 480, placeholder: "data:,", widths: [640], formats: ["webp" as const] },
];

const { weekly, noticeHours, horizonDays, instant } = planDefaults;
const hours = {
  zone: "America/Denver",
  step: 30,
  asOf: "2026-11-21T10:00:00.000Z",
  plan: { weekly, noticeHours, horizonDays, instant },
  days: [{ day: "2099-12-05", open: [[420, 1_260]] }],
};

/** Server responses by the end of the path; undefined means no response. */
let answers: Record<string, Response | undefined>;
let requestedPaths: string[];

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

// The device code loads on first use, which takes time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  says();
  requestedPaths = [];
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  vi.stubGlobal("fetch", async (path: string) => {
    requestedPaths.push(path);
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

async function storedDetail() {
  const { openedDevice } = await import("../sync/device.ts");
  return (await openedDevice()).details.get(id);
}

/** Opens the page online, and waits for the server's answer: the copy of an earlier test may be shown before. */
async function openConfirmed() {
  const { result } = await openPage();
  await waitFor(() => expect(result.current).toMatchObject({ state: "ready", isUnconfirmed: false }));
  return result;
}

/** Opens the page once online, so that the device stores its copy. */
async function visit() {
  const { asOf } = (await openConfirmed()).current;
  await vi.waitFor(async () => expect(await storedDetail()).toMatchObject({ asOf }), 10_000);
}

test("stores a copy of the server's detail on the device", async () => {
  const { result } = await openPage();
  expect(result.current.state).toBe("loading");
  await waitFor(() => expect(result.current).toMatchObject({ state: "ready", aircraft, owner, isUnconfirmed: false }));
  await vi.waitFor(async () => expect(await storedDetail()).toMatchObject({ aircraft, owner, reviews: [] }), 10_000);
});

test("shows the stored copy and its time while the server does not answer", async () => {
  await visit();
  const stored = await storedDetail();
  isSilent();
  const { result } = await openPage();
  await waitFor(() =>
    expect(result.current).toMatchObject({ state: "ready", aircraft, pictures, isUnconfirmed: true }),
  );
  expect(result.current.asOf).toBe(stored?.asOf);
});

test("shows the stored copy first, then the server's detail", async () => {
  await visit();
  says({ hourlyRate: 321 });
  const { result } = await openPage();
  await waitFor(() => expect(result.current).toMatchObject({ aircraft: { hourlyRate: 321 }, isUnconfirmed: false }));
});

test("fetches again when a refetch is requested during a read", async () => {
  const result = await openConfirmed();
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

test("is missing after a 404, and its copy is removed", async () => {
  await visit();
  isGone();
  const { result } = await openPage();
  await waitFor(() => expect(result.current.state).toBe("missing"));
  await vi.waitFor(async () => expect(await storedDetail()).toBeUndefined(), 10_000);
});

test("is unavailable offline without a copy, and loads when the network is back", async () => {
  isSilent();
  const { result } = await openPage();
  await waitFor(() => expect(result.current.state).toBe("unavailable-offline"));
  says();
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(result.current.state).toBe("ready"));
});

test("uses and stores the page's data without a request", async () => {
  const asOf = "2026-11-21T10:00:00.000Z";
  const { result } = await openPage({ page: "aircraft", aircraft, owner, pictures, reviews: [], asOf });
  expect(result.current).toMatchObject({ state: "ready", pictures, asOf, isUnconfirmed: false });
  await vi.waitFor(async () => expect(await storedDetail()).toMatchObject({ asOf }), { timeout: 10_000 });
  expect(requestedPaths.filter((path) => path.includes(id))).toEqual([]);
});

test("fetches again on focus, but not within 30 seconds", async () => {
  const result = await openConfirmed();
  const before = requestedPaths.length;
  act(() => void window.dispatchEvent(new Event("focus")));
  expect(requestedPaths.length).toBe(before);
  says({ hourlyRate: 321 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
  act(() => void window.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(result.current.aircraft?.hourlyRate).toBe(321));
});

test("does not store a detail that only its owner may see", async () => {
  await visit();
  says({ isActive: false });
  const { result } = await openPage();
  await waitFor(() => expect(result.current.aircraft?.isActive).toBe(false));
  await vi.waitFor(async () => expect(await storedDetail()).toBeUndefined(), 10_000);
});

test("reads the free hours of a stored detail that has none, without opening it", async () => {
  await visit();
  expect((await storedDetail())?.hours).toBeUndefined();
  vi.stubGlobal("fetch", async (path: string) => {
    requestedPaths.push(path);
    return path.includes("/availability?") ? json(hours) : json({}, 404);
  });
  const { pinSavedDetails } = await import("./details.ts");
  await pinSavedDetails([]);
  expect((await storedDetail())?.hours).toEqual([hours]);
  const reads = requestedPaths.length;
  await pinSavedDetails([]);
  expect(requestedPaths).toHaveLength(reads);
});

// Renders one screen with the real session, routes, rows and toasts. Only the network is fake.
import "fake-indexeddb/auto";
import { act, cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { vi } from "vitest";
import type { Owner, OwnUser } from "../../shared/domain/accounts.ts";
import type { Aircraft, AircraftCard } from "../../shared/domain/aircraft.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { PageData } from "../../shared/sync.ts";
import { useDialogs } from "../client/shell/dialogs.ts";
import { clearResponses } from "../client/api/query.ts";
import { PageDataContext } from "../client/api/page-data.ts";
import { followUser } from "../client/sync/current-store.ts";
import { AuthProvider } from "../client/session/session.tsx";
import { useToasts } from "../client/shell/toasts.ts";
import { isSecondPress } from "../ui/overlay/overlay-history.ts";
import { FakeServer } from "./fake-server.ts";

class NoSocket {
  send(): void {}
  close(): void {}
}

let newest: FakeServer | null = null;

/** A new network without a signed-in user and with empty storage; for `beforeEach`. */
export function newServer(): FakeServer {
  const server = new FakeServer();
  newest = server;
  localStorage.clear();
  document.cookie = "tailhour_signed_in=; Max-Age=0";
  useDialogs.setState({ dialog: null, mark: null });
  useToasts.setState({ shown: null, deferred: null });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("WebSocket", NoSocket);
  vi.stubGlobal("fetch", server.fetch);
  return server;
}

/** Unmounts the screen and signs out; for `afterEach`. */
export function closeScreen() {
  cleanup();
  newest?.leave();
  clearResponses();
  act(() => followUser(null, { ended: () => undefined, outdated: () => undefined }));
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** Renders an element at an address. `path` is its route where the address has parameters. */
export async function openScreen(
  server: FakeServer,
  element: ReactElement,
  { address = "/here", path = address.split(/[?#]/)[0], data = null }: Partial<Opening> = {},
) {
  // The stored user, and the cookie that the server sets beside its session cookie.
  if (server.me) {
    localStorage.setItem("currentUser", JSON.stringify(server.me));
    document.cookie = "tailhour_signed_in=1";
  }
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[address]}>
        <PageDataContext value={data}>
          <AuthProvider>
            <Routes>
              <Route path={path} element={element} />
              <Route path="*" element={null} />
            </Routes>
            <Where />
          </AuthProvider>
        </PageDataContext>
      </MemoryRouter>,
    );
  });
}

type Opening = {
  address: string;
  path: string | undefined;
  /** The page data of the document. */
  data: PageData | null;
};

let address = "";
function Where() {
  const { pathname, search, hash } = useLocation();
  address = pathname + search + hash;
  return null;
}

/** Waits until presses count. Right after a dialog has closed, a press may be the second half of a double press. */
export const pressesCount = () => vi.waitUntil(() => !isSecondPress(), { timeout: 10_000 });

/** The current address of the router. */
export const currentAddress = () => address;

/** The visible toast: its title, description and kind. */
export function shownToast() {
  const { title, description, kind } = useToasts.getState().shown ?? {};
  return { title, description, kind };
}

export const shownDialog = () => useDialogs.getState().dialog;

export function aPerson(changes: Partial<OwnUser> = {}): OwnUser {
  return {
    id: newId(),
    name: "Owen Fairley",
    email: "owen@example.test",
    userType: "pilot",
    avatarUrl: null,
    bio: null,
    memberSince: "2021",
    rating: 0,
    reviewCount: 0,
    responseTime: null,
    verified: false,
    isAdmin: false,
    isActive: true,
    isEmailVerified: true,
    ...changes,
  };
}

export function anOwner(changes: Partial<Owner> = {}): Owner {
  return {
    id: newId(),
    name: "Marisol Vega",
    avatarUrl: null,
    bio: "Two aircraft, both flown weekly.",
    memberSince: "2019",
    rating: 4.8,
    reviewCount: 12,
    responseTime: null,
    verified: true,
    replyMinutes: null,
    replyRate: null,
    ...changes,
  };
}

export function aListing(changes: Partial<Aircraft> = {}): Aircraft {
  return {
    id: newId(),
    ownerId: newId(),
    name: "Cessna 172S Skyhawk",
    make: "Cessna",
    model: "172S",
    type: "single-engine",
    year: "2008",
    location: "Denver CO",
    airport: null,
    hourlyRate: 165,
    minHours: 2,
    seats: 4,
    cruiseSpeed: 122,
    range: 1640,
    fuelCapacity: "53 gal",
    maxWeight: "2,550 lbs",
    description: "Kept in a hangar.",
    imageUrl: "/illustrations/default-aircraft.svg",
    images: [],
    verified: true,
    rating: 4.5,
    reviewCount: 3,
    features: ["Autopilot", "ADS-B"],
    terms: null,
    requirements: null,
    isActive: true,
    createdAt: "2026-11-01T12:00:00.000Z",
    rev: 1,
    ...changes,
  };
}

/** The page data of Home with exactly these aircraft. */
export function homeOf(cards: AircraftCard[]): Extract<PageData, { page: "home" }> {
  return {
    page: "home",
    cards,
    total: cards.length,
    priceRange: { min: 50, max: 1200 },
    typeCounts: { "single-engine": cards.length, "multi-engine": 0, turboprop: 0, jet: 0 },
    locations: [...new Set(cards.map(({ location }) => location))].sort(),
    asOf: "2026-11-21T10:00:00.000Z",
  };
}

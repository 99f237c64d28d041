// @vitest-environment happy-dom
import { act, configure, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SavedSearch } from "../../../shared/domain/searches.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { useToasts } from "../../client/shell/toasts.ts";
import { useRows } from "../../client/sync/rows.ts";
import { aPerson, closeScreen, newServer, openScreen, shownToast, currentAddress } from "../../testing/screen.tsx";
import { useSearchMatches } from "./search-match-effects.ts";

configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });

let server: ReturnType<typeof newServer>;
let shownMatches: readonly string[] | undefined;
const search: SavedSearch = {
  id: newId(),
  userId: newId(),
  name: "Jets in Phoenix",
  location: "Phoenix AZ",
  types: ["jet"],
  minPrice: null,
  maxPrice: null,
  seats: null,
  date: null,
  words: null,
  notify: true,
  matches: 1,
  matchedAircraftId: newId(),
  matchedAircraftName: "Citation M2",
  matchedAt: "2026-11-21T10:00:00.000Z",
  createdAt: "2026-11-21T09:00:00.000Z",
  rev: 1,
};

function Screen() {
  useSearchMatches();
  shownMatches = useRows("searches")?.map(({ name, matchedAt }) => `${name} ${matchedAt}`);
  return null;
}

beforeEach(() => {
  server = newServer();
  server.me = aPerson();
  server.rows = { searches: [search] };
});
afterEach(closeScreen);

const known = ({ name, matchedAt }: SavedSearch) =>
  waitFor(() => expect(shownMatches).toEqual([`${name} ${matchedAt}`]));
async function brings(changes: Partial<SavedSearch>) {
  const row = { ...search, rev: 2, ...changes };
  server.rows = { searches: [row] };
  act(() => void window.dispatchEvent(new Event("online")));
  await known(row);
}
const later = { matchedAt: "2026-11-21T11:00:00.000Z", matchedAircraftName: "Phenom 300", matchedAircraftId: newId() };

it("shows a toast that names the aircraft and links to it, but not for older matches", async () => {
  await openScreen(server, <Screen />);
  await known(search);
  expect(useToasts.getState().shown).toBeNull();
  await brings(later);
  expect(shownToast()).toEqual({ title: "Phenom 300", description: "New match for Jets in Phoenix", kind: "ok" });
  const { shown } = useToasts.getState();
  useToasts.setState({ shown: null });
  await brings({ ...later, name: "Fast ones", rev: 3 });
  expect(useToasts.getState().shown).toBeNull();
  act(() => shown?.action?.onPress());
  expect(currentAddress()).toBe(`/aircraft/${later.matchedAircraftId}`);
});

it("shows none for a search with notifications off", async () => {
  await openScreen(server, <Screen />);
  await known(search);
  await brings({ ...later, notify: false });
  expect(useToasts.getState().shown).toBeNull();
});

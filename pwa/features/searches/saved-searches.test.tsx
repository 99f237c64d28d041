// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SavedSearch } from "../../../shared/domain/searches.ts";
import type { SearchFilter } from "../../../shared/domain/searches-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { DialogHost } from "../../app/dialogs/dialog-host.tsx";
import { aPerson, closeScreen, newServer, openScreen, shownDialog, shownToast } from "../../testing/screen.tsx";
import { SavedSearches } from "./saved-searches.tsx";
import { SearchList } from "./search-list.tsx";

// The dialog's code and the database's load on first use.
configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
});
afterEach(closeScreen);

const filter: SearchFilter = { location: "Phoenix AZ", types: ["jet"], maxPrice: 500 };
const addressOf = ({ location = "" }: SearchFilter) => `/?location=${location}`;

function aSearch(changes: Partial<SavedSearch> = {}): SavedSearch {
  return {
    id: newId(),
    userId: server.me?.id ?? "",
    name: "Turboprops in Denver CO",
    location: "Denver CO",
    types: ["turboprop"],
    minPrice: null,
    maxPrice: null,
    seats: null,
    date: null,
    words: null,
    notify: true,
    matches: 0,
    matchedAircraftId: null,
    matchedAircraftName: null,
    matchedAt: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    rev: 1,
    ...changes,
  };
}

const openHome = () =>
  openScreen(
    server,
    <>
      <SavedSearches filter={filter} addressOf={addressOf} />
      <DialogHost />
    </>,
  );
const openSettings = () =>
  openScreen(
    server,
    <>
      <SearchList addressOf={addressOf} />
      <DialogHost />
    </>,
  );
const saveButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save this search" });
const toggle = (count: number) => screen.findByRole("button", { name: `Saved searches ${count}` });
const press = async (name: string | RegExp, box = within(document.body)) =>
  fireEvent.click(await box.findByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const goOffline = () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);

describe("saving the search on Home", () => {
  it("asks a guest to log in", async () => {
    server.me = null;
    await openHome();
    fireEvent.click(saveButton());
    expect(shownDialog()).toEqual({ name: "auth", tab: "login", why: "Log in to save this search." });
  });

  it("suggests a name, sends the filters and shows a toast", async () => {
    server.outcome = () => ({ status: "applied" });
    await openHome();
    fireEvent.click(saveButton());
    const form = await dialog("Save this search");
    expect(form.getByLabelText<HTMLInputElement>("Name").value).toBe("Jets in Phoenix AZ up to $500");
    fireEvent.click(form.getByRole("switch", { name: /^Notify me about new matches/ }));
    await press("Save", form);
    await waitFor(() => expect(shownToast().title).toBe("Search saved"));
    expect(server.commands.at(-1)).toMatchObject({
      name: "searches.save",
      input: {
        name: "Jets in Phoenix AZ up to $500",
        location: "Phoenix AZ",
        types: ["jet"],
        minPrice: null,
        maxPrice: 500,
        notify: false,
      },
    });
  });

  it("shows the search at once as waiting while offline", async () => {
    goOffline();
    await openHome();
    fireEvent.click(saveButton());
    await press("Save", await dialog("Save this search"));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Saved on this device", kind: "wait" }));
    expect((await toggle(1)).getAttribute("aria-expanded")).toBe("true");
    const list = within(await screen.findByRole("navigation", { name: "Saved searches" }));
    const link = await list.findByRole("link", { name: /^Jets in Phoenix AZ up to \$500/ });
    expect([link.getAttribute("href"), link.getAttribute("aria-current")]).toEqual(["/?location=Phoenix AZ", "true"]);
    expect(list.getByText("Waiting to sync")).toBeTruthy();
  });

  it("needs a name", async () => {
    await openHome();
    fireEvent.click(saveButton());
    const form = await dialog("Save this search");
    fireEvent.change(form.getByLabelText("Name"), { target: { value: "  " } });
    await press("Save", form);
    expect(form.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
    expect(form.getByText("Name this search")).toBeTruthy();
    expect(server.commands).toEqual([]);
  });

  it("stays open when the server refuses, and discards the search with Cancel", async () => {
    const message = "You can save up to 20 searches.";
    server.outcome = () => ({ status: "refused", code: "too-many-searches", message });
    await openHome();
    fireEvent.click(saveButton());
    const form = await dialog("Save this search");
    await press("Save", form);
    await waitFor(() => expect(shownToast()).toMatchObject({ description: message, kind: "bad" }));
    // Behind the dialog.
    await screen.findByRole("button", { name: "Saved searches 1", hidden: true });
    await press("Cancel", form);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Saved searches/ })).toBeNull());
  });

  it("explains the limit", async () => {
    server.rows = { searches: Array.from({ length: 20 }, () => aSearch()) };
    await openHome();
    await toggle(20);
    expect(saveButton().disabled).toBe(true);
    const note = document.getElementById(saveButton().getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toContain("You have 20 saved searches, the most you can keep.");
  });
});

describe("editing a saved search", () => {
  it("takes the filters on Home and sends only changed fields", async () => {
    const search = aSearch({ minPrice: 100 });
    server.rows = { searches: [search] };
    server.outcome = () => ({ status: "applied" });
    await openHome();
    fireEvent.click(await toggle(1));
    await press("Edit Turboprops in Denver CO");
    const form = await dialog("Edit saved search");
    expect(form.getByText("From $100")).toBeTruthy();
    await press("Use the filters on Home", form);
    expect(form.getByText("Up to $500")).toBeTruthy();
    fireEvent.change(form.getByLabelText("Name"), { target: { value: "Jets" } });
    await press("Save", form);
    await waitFor(() => expect(server.commands).toHaveLength(1));
    const input = {
      id: search.id,
      name: "Jets",
      location: "Phoenix AZ",
      types: ["jet"],
      minPrice: null,
      maxPrice: 500,
    };
    expect(server.commands).toEqual([{ name: "searches.edit", input }]);
  });

  it("shows a refused edit again, and replaces it", async () => {
    const search = aSearch();
    server.rows = { searches: [search] };
    server.outcome = () => ({ status: "refused", code: "invalid", message: "Please check the marked fields." });
    await openSettings();
    const rename = async (name: string) => {
      await press(/^Edit/);
      const form = await dialog("Edit saved search");
      const field = form.getByLabelText<HTMLInputElement>("Name");
      const before = field.value;
      fireEvent.change(field, { target: { value: name } });
      await press("Save", form);
      return before;
    };
    expect(await rename("Denver")).toBe(search.name);
    await waitFor(() => expect(shownToast().kind).toBe("bad"));
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    server.outcome = () => ({ status: "applied" });
    expect(await rename("Mile high")).toBe("Denver");
    await waitFor(() => expect(server.commands.at(-1)?.input).toEqual({ id: search.id, name: "Mile high" }));
  });
});

it("keeps the row of a refused search, and sends it again from its form", async () => {
  server.outcome = () => ({ status: "refused", code: "too-many-searches", message: "You can save up to 20 searches." });
  await openHome();
  fireEvent.click(saveButton());
  await press("Save", await dialog("Save this search"));
  await waitFor(() => expect(shownToast().kind).toBe("bad"));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  fireEvent.click(await toggle(1));
  const list = within(await screen.findByRole("navigation", { name: "Saved searches" }));
  await list.findByText("Not saved");
  server.outcome = () => ({ status: "applied" });
  await press(/^Edit/, list);
  await press("Save", await dialog("Save this search"));
  await waitFor(() => expect(shownToast().title).toBe("Search saved"));
  expect(server.commands.map(({ name }) => name)).toEqual(["searches.save", "searches.save"]);
});

describe("the saved searches in the settings", () => {
  it("show an empty state", async () => {
    await openSettings();
    expect(await screen.findByText(/^None. Choose filters on Home/)).toBeTruthy();
  });

  it("list their filters, and are deleted after confirmation", async () => {
    const search = aSearch({ notify: false, seats: 6 });
    server.rows = { searches: [search] };
    await openSettings();
    const item = within(await screen.findByRole("listitem"));
    expect(item.getByRole("link", { name: search.name }).getAttribute("href")).toBe("/?location=Denver CO");
    expect(item.getByText("Denver CO · Turboprop · 6 or more seats")).toBeTruthy();
    expect(item.getByText("No notices")).toBeTruthy();
    await press(/^Delete/, item);
    const question = within(await screen.findByRole("alertdialog", { name: `Delete ${search.name}?` }));
    await act(async () => press("Delete Search", question));
    await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
    await waitFor(() => expect(server.commands.at(-1)).toEqual({ name: "searches.remove", input: { id: search.id } }));
  });
});

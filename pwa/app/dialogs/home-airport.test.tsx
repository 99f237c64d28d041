// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import indexUrl from "../../../.cache/airfields/airfields.json?url";
import { writeIndexFile } from "../../../shared/domain/airfields/index-file.ts";
import { chooseOption } from "../../testing/choose-option.ts";
import { useAuth } from "../../client/session/session.tsx";
import { aListing, aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { storeListingDraft } from "../../features/listings/listing-draft.ts";
import { valuesOf } from "../../features/listings/listing-values.ts";
import { ListingDialogWithPictures } from "./listing-dialog-with-pictures.tsx";

const index = writeIndexFile({
  cycle: "2026-09-03",
  zones: ["America/Los_Angeles", "America/Denver"],
  faaId: "MYF SEE APA",
  icao: "K K K",
  name: "Montgomery-Gibbs Executive\nGillespie Field\nCentennial",
  city: "San Diego\nSan Diego/El Cajon\nDenver",
  state: "CA\n\nCO",
  kind: "AAA",
  zone: [0, 0, 1],
  latitude: [32_816, 10, 6744],
  longitude: [-117_140, 168, 12_123],
  elevation: [427, 388, 5885],
});
const gillespie = {
  id: "KSEE",
  name: "Gillespie Field",
  latitude: 32.826,
  longitude: -116.972,
  zone: "America/Los_Angeles",
};

let server: ReturnType<typeof newServer>;
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
  server.me = aPerson({ userType: "owner" });
  server.outcome = () => ({ status: "applied" });
  hasIndex(true);
});
afterEach(closeScreen);

/** The file of the index, or no answer for it. */
function hasIndex(isThere: boolean) {
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) =>
    isThere && path === indexUrl ? Promise.resolve(new Response(index)) : server.fetch(path, init),
  );
}

type Plane = ReturnType<typeof aListing>;
let isOpen = true;

function Drawn({ plane }: { plane: Plane }) {
  const { user } = useAuth();
  const [isShown, setShown] = useState(true);
  isOpen = isShown;
  if (!isShown || !user) return null;
  return <ListingDialogWithPictures request={{ name: "listing", plane }} onClose={() => setShown(false)} />;
}

async function open(changes: Partial<Plane> = {}) {
  const plane = aListing({ ownerId: server.me!.id, location: "San Diego CA", airport: null, ...changes });
  server.rows = { aircraft: [plane] };
  await openScreen(server, <Drawn plane={plane} />);
  await screen.findByRole("dialog", { name: "Edit Aircraft" });
  return plane;
}
const airport = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Home airport" });
const type = (text: string) => {
  airport().focus();
  fireEvent.change(airport(), { target: { value: text } });
};
const key = (name: string) => fireEvent.keyDown(airport(), { key: name });
const names = () => screen.queryAllByRole("option").map((option) => option.querySelector(".vh")?.textContent);
const offers = (...wanted: string[]) => waitFor(() => expect(names()).toEqual(wanted));
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const sent = () => waitFor(() => expect(server.commands).toHaveLength(1)).then(() => server.commands[0]!.input);

describe("the home airport", () => {
  it("[S710] is found by name, and Enter takes the first airfield", async () => {
    const plane = await open();
    expect(airport().value).toBe("KMYF, Montgomery-Gibbs Executive");
    type("gillespie");
    await offers("K S E E, Gillespie Field, San Diego/El Cajon CA");
    expect(screen.getByRole("option", { selected: true }).id).toBe(airport().getAttribute("aria-activedescendant"));
    key("Enter");
    expect(airport().value).toBe("KSEE, Gillespie Field");
    save();
    expect(await sent()).toEqual({ id: plane.id, airport: gillespie });
  });

  it("[S716] is found by identifier and by city; arrows choose, and an identifier needs no choice", async () => {
    await open();
    type("san diego");
    await offers(
      "K M Y F, Montgomery-Gibbs Executive, San Diego CA",
      "K S E E, Gillespie Field, San Diego/El Cajon CA",
    );
    key("ArrowDown");
    key("Enter");
    expect(airport().value).toBe("KSEE, Gillespie Field");
    type("apa");
    await offers("K A P A, Centennial, Denver CO");
    fireEvent.blur(airport());
    expect(airport().value).toBe("KAPA, Centennial");
  });

  it("[S717] stays as it was after Escape, which leaves the dialog open, and after a text that is no identifier", async () => {
    await open({ airport: gillespie });
    type("cent");
    await offers("K A P A, Centennial, Denver CO");
    key("Escape");
    expect([airport().value, isOpen]).toEqual(["KSEE, Gillespie Field", true]);
    type("cent");
    fireEvent.blur(airport());
    expect(airport().value).toBe("KSEE, Gillespie Field");
    type("xyzzy");
    await screen.findByText("No airfield called xyzzy. Try an identifier such as KMYF.", { selector: "[role=status]" });
  });

  it("[S711] is the main airport again after another location, and when the field is emptied", async () => {
    const plane = await open({ airport: gillespie });
    type("");
    await offers("K M Y F, Montgomery-Gibbs Executive, San Diego CA");
    fireEvent.blur(airport());
    expect(airport().value).toBe("KMYF, Montgomery-Gibbs Executive");
    type("apa");
    await offers("K A P A, Centennial, Denver CO");
    key("Enter");
    await chooseOption(screen.getByLabelText("Location"), "Seattle WA");
    expect(airport().value).toBe("KBFI, Boeing Field/King County International");
    save();
    expect(await sent()).toEqual({ id: plane.id, location: "Seattle WA", airport: null });
  });

  it("[S712] shows a refusal of the server beside the field, which gets the focus", async () => {
    await open();
    server.outcome = () => ({
      status: "refused",
      code: "invalid",
      message: "Something is invalid.",
      fields: { "airport.id": "No airfield is called KSEE." },
    });
    type("see");
    await offers("K S E E, Gillespie Field, San Diego/El Cajon CA");
    key("Enter");
    save();
    await waitFor(() => expect(airport().getAttribute("aria-invalid")).toBe("true"));
    expect(
      within(airport().closest("[class*=field]") as HTMLElement).getByText("No airfield is called KSEE."),
    ).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(airport()));
  });

  it("[S713] of a draft is there after a reload", async () => {
    const plane = await open();
    type("see");
    await offers("K S E E, Gillespie Field, San Diego/El Cajon CA");
    key("Tab");
    expect(airport().value).toBe("KSEE, Gillespie Field");
    const draft = Object.entries(localStorage).find(([name]) => name.includes(plane.id));
    expect(JSON.parse(draft![1] as string)).toMatchObject({ values: { airport: gillespie } });
    // Without a network there is no index, and the field still shows the airport.
    hasIndex(false);
    await openScreen(server, <Drawn plane={plane} />);
    expect(screen.getAllByRole<HTMLInputElement>("combobox", { name: "Home airport" }).at(-1)!.value).toBe(
      "KSEE, Gillespie Field",
    );
  });

  it("[S718] stays as it is with a draft of the previous version, which has none", async () => {
    const plane = aListing({ ownerId: server.me!.id, location: "San Diego CA", airport: gillespie });
    const { airport: _, terms: __, ...values } = valuesOf(plane);
    storeListingDraft(server.me!.id, plane.id, { values: { ...values, name: "Renamed" }, shown: plane });
    await openScreen(server, <Drawn plane={plane} />);
    await screen.findByRole("dialog", { name: "Edit Aircraft" });
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Renamed");
    expect(airport().value).toBe("KSEE, Gillespie Field");
  });
});

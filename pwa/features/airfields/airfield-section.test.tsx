// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import indexUrl from "../../../.cache/airfields/airfields.json?url";
import { writeIndexFile } from "../../../shared/domain/airfields/index-file.ts";
import type { Airfield } from "../../../shared/domain/airfields.ts";
import { closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { AirfieldSection } from "./airfield-section.tsx";

const strip: Airfield = {
  ...{ id: "9X9", faaId: "9X9", name: "Lazy J", city: "Nowhere", state: "TX", kind: "airport", isPrivate: true },
  ...{ latitude: 30, longitude: -100, zone: "America/Chicago", cycle: "2026-09-03", hasTower: false },
  runways: [
    {
      ...{ id: "09/27", lengthFt: 1800, widthFt: 60 },
      ends: [{ id: "09", displacedFt: 300 }, { id: "27" }],
    },
  ],
};
const airport = { id: "9X9", name: "Lazy J", latitude: 30, longitude: -100, zone: "America/Chicago" };
const plane = { airport, location: "Austin TX", cruiseSpeed: 183 };
let server: ReturnType<typeof newServer>;

beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const valueOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

it("[S614] says what the FAA publishes, and «Not published» for each lacking fact", async () => {
  server.answers.set("/api/airfields/9X9", { status: 200, body: strip });
  await openScreen(server, <AirfieldSection plane={plane} facts={undefined} />);
  expect(await screen.findByText("Not for navigation.")).toBeTruthy();
  expect(screen.getByRole("img", { name: "9 X 9, Lazy J" })).toBeTruthy();
  const map = screen.getByRole("link", { name: "Show on the map" });
  expect(map.getAttribute("href")).toBe("/map?near=9X9&within=100&field=9X9");
  expect(screen.getByRole("row", { name: /^09\/27\s*09 displaced 300 ft/ }).textContent).toContain("1,800 ft60 ft");
  expect(valueOf("Tower")).toBe("No tower");
  for (const lacking of ["CTAF", "Ground", "ATIS", "Elevation", "Pattern", "Fuel"])
    expect(valueOf(lacking)).toBe("Not published");
  expect(valueOf("Local time")).toMatch(/^C[SD]T, UTC−[56]$/);
  expect(screen.getByText(/FAA NASR data of Sep 3, 2026\./)).toBeTruthy();
  // Positions of the runway's ends are not published, so there is no drawing.
  expect(screen.queryByRole("img", { name: /to scale/ })).toBeNull();
});

it("[S1129] names no place that it does not know: without facts only the main airport is in the location", async () => {
  server.answers.set("/api/airfields/9X9", { status: 503, body: { error: "Busy." } });
  server.answers.set("/api/airfields/KMYF", { status: 503, body: { error: "Busy." } });
  await openScreen(server, <AirfieldSection plane={plane} facts={undefined} />);
  await screen.findByText("Where this aircraft is kept");
  cleanup();
  const atMain = { airport: null, location: "San Diego CA", cruiseSpeed: 183 };
  await openScreen(server, <AirfieldSection plane={atMain} facts={undefined} />);
  await screen.findByText("San Diego CA, where this aircraft is kept");
});

it("names the airfield, and says that its facts are not on the device, without an answer", async () => {
  server.answers.set("/api/airfields/9X9", { status: 503, body: { error: "Busy." } });
  await openScreen(server, <AirfieldSection plane={plane} facts={undefined} />);
  expect(await screen.findByText("The airfield is not on this device. It shows when you have signal.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Lazy J" })).toBeTruthy();
});

it("[S719] says how far it is from an airfield that the user chooses, also on the next page", async () => {
  server.answers.set("/api/airfields/9X9", { status: 200, body: strip });
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) =>
    path === indexUrl ? Promise.resolve(new Response(index)) : server.fetch(path, init),
  );
  const section = <AirfieldSection plane={plane} facts={undefined} />;
  await openScreen(server, section);
  fireEvent.click(await screen.findByRole("button", { name: "Choose the airfield to measure from" }));
  const field = await screen.findByRole("combobox", { name: "Distance from" });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: "dvt" } });
  await screen.findByRole("option");
  fireEvent.keyDown(field, { key: "Enter" });
  const words = "654 nm from KDVT Phoenix Deer Valley, 3 h 35 min at 183 kts, no wind";
  const isSaid = (text: string) =>
    screen.getAllByText((_, element) => element?.tagName === "P" && element.textContent === text);
  expect(isSaid(words)).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe("Change the airfield to measure from");
  // Escape keeps it.
  fireEvent.click(document.activeElement!);
  fireEvent.keyDown(screen.getByRole("combobox", { name: "Distance from" }), { key: "ArrowDown" });
  fireEvent.keyDown(screen.getByRole("combobox", { name: "Distance from" }), { key: "Escape" });
  expect(isSaid(words)).toHaveLength(1);
  cleanup();
  await openScreen(server, section);
  await screen.findByText("Not for navigation.");
  expect(isSaid(words)).toHaveLength(1);
});

const index = writeIndexFile({
  ...{ cycle: "2026-09-03", zones: ["America/Phoenix"], faaId: "DVT", icao: "K", name: "Phoenix Deer Valley" },
  ...{
    city: "Phoenix",
    state: "AZ",
    kind: "A",
    zone: [0],
    latitude: [33_688],
    longitude: [-112_083],
    elevation: [1478],
  },
});

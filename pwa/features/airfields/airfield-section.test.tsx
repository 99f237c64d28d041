// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
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
let server: ReturnType<typeof newServer>;

beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const valueOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

it("[S614] says what the FAA publishes, and «Not published» for each lacking fact", async () => {
  server.answers.set("/api/airfields/9X9", { status: 200, body: strip });
  await openScreen(server, <AirfieldSection airport={airport} location="Austin TX" />);
  expect(await screen.findByText("Not for navigation.")).toBeTruthy();
  expect(screen.getByRole("img", { name: "9 X 9, Lazy J" })).toBeTruthy();
  expect(screen.getByRole("row", { name: /^09\/27\s*09 displaced 300 ft/ }).textContent).toContain("1,800 ft60 ft");
  expect(valueOf("Tower")).toBe("No tower");
  for (const lacking of ["CTAF", "Ground", "ATIS", "Elevation", "Pattern", "Fuel"])
    expect(valueOf(lacking)).toBe("Not published");
  expect(valueOf("Local time")).toMatch(/^C[SD]T, UTC−[56]$/);
  expect(screen.getByText(/FAA NASR data of Sep 3, 2026\./)).toBeTruthy();
  // Positions of the runway's ends are not published, so there is no drawing.
  expect(screen.queryByRole("img", { name: /to scale/ })).toBeNull();
});

it("names the airfield, and says that its facts are not on the device, without an answer", async () => {
  server.answers.set("/api/airfields/9X9", { status: 503, body: { error: "Busy." } });
  await openScreen(server, <AirfieldSection airport={airport} location="Austin TX" />);
  expect(await screen.findByText("The airfield is not on this device. It shows when you have signal.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Lazy J" })).toBeTruthy();
});

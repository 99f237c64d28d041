// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import { aListing, anOwner } from "../../testing/screen.tsx";
import { AircraftTitle, Description, Features, Specifications } from "./aircraft-facts.tsx";

afterEach(cleanup);

const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe("an aircraft's facts", () => {
  it("[S076] shows the name with badge, rating, reviews and location", () => {
    const owner = anOwner({ name: "Marisol Vega" });
    const { container } = render(<AircraftTitle plane={aListing()} owner={owner} />, { wrapper: MemoryRouter });
    expect(screen.getByRole("link", { name: "Listed by Marisol Vega" }).getAttribute("href")).toBe(
      `/profile/${owner.id}`,
    );
    expect(screen.getByRole("heading", { level: 1, name: "Cessna 172S Skyhawk" })).toBeTruthy();
    for (const words of ["Verified", "4.5", "3 reviews", "KAPA Denver CO", "single engine"]) {
      expect(container.textContent).toContain(words);
    }
  });

  it("[S077] shows the description, or a generic sentence without one", () => {
    const { rerender } = render(<Description plane={aListing()} />);
    expect(screen.getByText("Kept in a hangar.")).toBeTruthy();
    for (const description of [null, "  "]) {
      rerender(<Description plane={aListing({ description })} />);
      expect(screen.getByText(/^This 2008 Cessna 172S is available for rent in Denver CO\./)).toBeTruthy();
    }
  });

  it("[S078] lists every specification with its unit", () => {
    render(<Specifications plane={aListing()} />);
    expect(
      ["Make", "Model", "Year", "Seats", "Cruise speed", "Range", "Fuel capacity", "Max weight"].map(fact),
    ).toEqual(["Cessna", "172S", "2008", "4 passengers", "122 kts", "1,640 nm", "53 gal", "2,550 lbs"]);
  });

  it("[S079] lists the features, and renders nothing without any", () => {
    const { rerender, container } = render(<Features features={["Autopilot", "ADS-B"]} />);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Autopilot", "ADS-B"]);
    rerender(<Features features={[]} />);
    expect(container.textContent).toBe("");
  });
});

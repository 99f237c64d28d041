// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import { aircraftCard } from "../../../shared/domain/aircraft.ts";
import { drawnAircraft } from "../../../shared/domain/pictures/drawings.ts";
import { dayIn, shortDay } from "../../../shared/kit/dates.ts";
import { dayNumber, dayOf } from "../../../shared/kit/day-numbers.ts";
import { aListing } from "../../testing/screen.tsx";
import { AircraftCard } from "./aircraft-card.tsx";

afterEach(cleanup);

const plane = aListing({ images: ["/objects/one", "/objects/two"] });
const draw = (changes = {}, heart = false) =>
  render(
    <MemoryRouter>
      <AircraftCard
        plane={{ ...plane, ...changes }}
        {...(heart ? { renderFavorite: () => <button>Heart</button> } : {})}
      />
    </MemoryRouter>,
  );
const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe("an aircraft's card", () => {
  it("[S065] shows every fact that pilots compare", () => {
    draw();
    expect(screen.getByRole("heading", { name: "Cessna 172S Skyhawk" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Cessna 172S Skyhawk" }).getAttribute("src")).toContain("/objects/one");
    const card = screen.getByRole("article");
    expect(card.textContent).toContain("Verified");
    expect(card.textContent).toContain("single engine");
    expect(card.textContent).toContain("Denver CO");
    expect(card.textContent).toContain("4.5");
    expect(card.textContent).toContain("(3");
    expect([fact("Seats"), fact("Cruise speed")]).toEqual(["4", "122 kts"]);
    expect(card.textContent).toContain("$165");
    expect(card.textContent).toContain("per hour");
  });

  it("[S378] shows the next free day of an aircraft that is full today and tomorrow", () => {
    const today = dayNumber(dayIn(new Date(), "America/Denver"));
    const days = (...ahead: number[]) => ({ fullDays: ahead.map((more) => today + more) });
    const note = () => screen.queryByText(/^Next free|^No free/)?.textContent;
    draw(days(0, 1, 2));
    expect(note()).toBe(`Next free: ${shortDay(dayOf(today + 3))}`);
    cleanup();
    draw(days(0, 3));
    expect(note()).toBeUndefined();
    cleanup();
    draw({ closedDays: 127 });
    expect(note()).toBe("No free days");
  });

  it("says No reviews yet and shows no badge when there is neither", () => {
    draw({ reviewCount: 0, rating: 0, verified: false });
    expect(screen.getByText("No reviews yet")).toBeTruthy();
    expect(screen.queryByText("Verified")).toBeNull();
  });

  it("[S070] shows the photo the server chose for a listing named like a demo aircraft", () => {
    const name = `${drawnAircraft[0]} - Demo Data`;
    const card = { ...aircraftCard.parse({ ...plane, name, imageUrl: "/objects/photo" }), airport: null };
    render(
      <MemoryRouter>
        <AircraftCard plane={card} />
      </MemoryRouter>,
    );
    expect(screen.getByRole("img", { name }).getAttribute("src")).toBe("/objects/photo");
  });

  it("[S068] links to the aircraft's page", () => {
    draw();
    const link = screen.getByRole("link", { name: "View Details, Cessna 172S Skyhawk" });
    expect(link.textContent).toBe("View Details");
    expect(link.getAttribute("href")).toBe(`/aircraft/${plane.id}`);
  });

  it("[S067] keeps the favorite button outside the card's link", () => {
    draw({}, true);
    const heart = screen.getByRole("button", { name: "Heart" });
    expect(screen.getByRole("link").contains(heart)).toBe(false);
  });
});

// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { aListing } from "../../testing/screen.tsx";
import { CardGrid } from "./card-grid.tsx";
import { storeHeights } from "./list-memory.ts";

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const planesOf = (name: string) =>
  Array.from({ length: 60 }, (_, n) => aListing({ id: newId(), name: `${name} ${n}` }));
const grid = (name: string, planes: ReturnType<typeof planesOf>) => (
  <MemoryRouter>
    <CardGrid planes={planes} total={planes.length} renderFavorite={() => null} placeKey="here" listKey={name} />
  </MemoryRouter>
);
const names = () => screen.getAllByRole("heading").map((heading) => heading.textContent);

it("renders the visible cards of a new list first, and the rest of the first block later", async () => {
  window.innerWidth = 1024;
  window.innerHeight = 768;
  const { rerender } = render(grid("Skyhawk", planesOf("Skyhawk")));
  await waitFor(() => expect(names().length).toBeGreaterThanOrEqual(24));
  rerender(grid("Arrow", planesOf("Arrow")));
  // Two columns, two rows.
  expect(names()).toEqual(["Arrow 0", "Arrow 1", "Arrow 2", "Arrow 3"]);
  await waitFor(() => expect(names().length).toBeGreaterThanOrEqual(24));
  expect(names()[23]).toBe("Arrow 23");
});

it("[S1266] renders only the card that changed when the same aircraft come from elsewhere", async () => {
  const planes = planesOf("Skyhawk").slice(0, 4);
  const rendered: string[] = [];
  const renderFavorite = ({ name }: { name: string }) => void rendered.push(name);
  const draw = (now: typeof planes) => (
    <MemoryRouter>
      <CardGrid planes={now} total={4} renderFavorite={renderFavorite} placeKey="here" listKey="all" />
    </MemoryRouter>
  );
  const { rerender } = render(draw(planes));
  await waitFor(() => expect(new Set(rendered).size).toBe(4));
  rendered.length = 0;
  const again = structuredClone(planes);
  again[2] = { ...again[2]!, hourlyRate: 999 };
  rerender(draw(again));
  expect(new Set(rendered)).toEqual(new Set(["Skyhawk 2"]));
  expect(screen.getByText("$999")).toBeTruthy();
});

it("[S651] shows the cards of the view at once after Back, also those beyond the page's first ones", async () => {
  const planes = planesOf("Skyhawk");
  const blocks = { first: 2, last: 4, top: 300 };
  const of = [2000, 2000, 2000, 2000, 2000];
  storeHeights("here", { width: 0, of, listKey: "Skyhawk", window: blocks });
  const { container } = render(grid("Skyhawk", planes));
  expect([names()[0], names().length]).toEqual(["Skyhawk 24", 24]);
  expect(container.querySelector("ul")?.style.paddingTop).toBe("4000px");
  cleanup();
  render(grid("Arrow", planesOf("Arrow")));
  expect(names()[0]).toBe("Arrow 0");
});

it("[S1280] has room in the page's HTML for the cards that follow, so that no footer is seen and leaves", () => {
  const roomFor = (total: number) => {
    const html = renderToString(
      <MemoryRouter>
        <CardGrid
          planes={planesOf("Skyhawk").slice(0, 24)}
          total={total}
          renderFavorite={() => null}
          placeKey="here"
          listKey="all"
        />
      </MemoryRouter>,
    );
    return /padding-bottom:(\w+)/.exec(html)?.[1];
  };
  expect([roomFor(60), roomFor(24)]).toEqual(["800vh", "0"]);
});

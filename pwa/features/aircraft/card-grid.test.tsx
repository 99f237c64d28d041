// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { aListing } from "../../testing/screen.tsx";
import { CardGrid } from "./card-grid.tsx";

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

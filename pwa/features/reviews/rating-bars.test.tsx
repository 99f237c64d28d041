// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { RatingBars } from "./rating-bars.tsx";

afterEach(cleanup);
const read = () => screen.getAllByText(/ of \d+$/).map(({ textContent }) => textContent);

it("counts the reviews of each number of stars, and shows their average", () => {
  const { container } = render(<RatingBars ratings={[5, 4, 5, 5]} />);
  expect(read()).toEqual([
    "5 stars: 3 of 4",
    "4 stars: 1 of 4",
    "3 stars: 0 of 4",
    "2 stars: 0 of 4",
    "1 star: 0 of 4",
  ]);
  expect(container.textContent).toContain("4.8");
  expect(screen.getByText("4 reviews")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  const widths = [...container.querySelectorAll<HTMLElement>("[style]")].map(({ style }) => style.width);
  expect(widths).toEqual(["75%", "25%", "0%", "0%", "0%"]);
});

it("counts one review", () => {
  render(<RatingBars ratings={[1]} />);
  expect(screen.getByText("1 review")).toBeTruthy();
  expect(read().at(-1)).toBe("1 star: 1 of 1");
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CountBubble } from "./count-bubble.tsx";

const text = (count: number, max: number) =>
  renderToStaticMarkup(<CountBubble count={count} max={max} />).replaceAll(/<[^>]*>/g, "");

it.each([
  [0, 99, ""],
  [1, 99, "1"],
  [99, 99, "99"],
  [100, 99, "99+"],
  [9, 9, "9"],
  [10, 9, "9+"],
])("[S315] shows %i with the maximum %i as %j", (count, max, written) => {
  expect(text(count, max)).toBe(written);
});

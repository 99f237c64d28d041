// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { aListing, closeScreen, newServer, openScreen } from "../../../testing/screen.tsx";
import { MapCard } from "./map-card.tsx";

afterEach(closeScreen);

const planes = ["Mooney M20J 201", "Beechcraft Baron G58"].map((name) => aListing({ name }));

function Stepped({ of }: { of: typeof planes }) {
  const [nth, setNth] = useState(0);
  return (
    <MapCard plane={of[nth]!} from={null} renderFavorite={() => null} nth={nth} count={of.length} onStep={setNth} />
  );
}

it("[S771] the card of an airfield steps through all of its aircraft, and keeps the focus", async () => {
  await openScreen(newServer(), <Stepped of={planes} />);
  const next = screen.getByRole("button", { name: "Next aircraft" });
  next.focus();
  for (const [name, words] of [
    ["Beechcraft Baron G58", "2 of 2 here, Beechcraft Baron G58"],
    ["Mooney M20J 201", "1 of 2 here, Mooney M20J 201"],
  ] as const) {
    fireEvent.click(next);
    expect(screen.getByRole("article").getAttribute("aria-label")).toBe(name);
    expect(screen.getByText(/of 2 here/).textContent).toBe(words);
    expect(document.activeElement).toBe(next);
  }
  fireEvent.click(screen.getByRole("button", { name: "Previous aircraft" }));
  expect(screen.getByRole("article", { name: "Beechcraft Baron G58" })).toBeTruthy();
});

it("has no steps for one aircraft", async () => {
  await openScreen(newServer(), <Stepped of={planes.slice(1)} />);
  expect(screen.queryByRole("button", { name: "Next aircraft" })).toBeNull();
});

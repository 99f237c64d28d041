// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import type { Mute } from "../../../shared/domain/notices.ts";
import { MuteList } from "./mute-list.tsx";

afterEach(cleanup);

const muted = ["Marisol Vega", "Dale Whitcomb", "Priya Nair"].map((name): Mute => ({
  peerId: name,
  name,
  avatarUrl: null,
  until: null,
}));

function List() {
  const [mutes, setMutes] = useState(muted);
  return <MuteList mutes={mutes} unmute={(id) => setMutes(mutes.filter(({ peerId }) => peerId !== id))} />;
}
const focused = () => document.activeElement?.textContent;

it("puts the focus on the next Unmute when a conversation leaves the list, and on its heading after the last", () => {
  render(<List />);
  for (const [name, next] of [
    ["Dale Whitcomb", "Unmute Priya Nair"],
    ["Priya Nair", "Unmute Marisol Vega"],
    ["Marisol Vega", "Muted conversations"],
  ]) {
    const button = screen.getByRole("button", { name: `Unmute ${name}` });
    button.focus();
    fireEvent.click(button);
    expect(focused()).toBe(next);
  }
});

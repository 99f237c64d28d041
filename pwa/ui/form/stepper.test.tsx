// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { Stepper } from "./stepper.tsx";

afterEach(cleanup);

function Hours({ min }: { min: number }) {
  const [hours, setHours] = useState(min);
  return (
    <>
      <span id="duration">Duration</span>
      <Stepper
        labelledBy="duration"
        value={hours}
        min={min}
        onChange={setHours}
        words={(value) => `${value} hours`}
        unit="hours"
        less="One hour less"
        more="One hour more"
      />
    </>
  );
}

const duration = () => screen.getByRole("spinbutton", { name: "Duration" });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("stepper", () => {
  it("[S085] starts at the minimum with the minus button disabled", () => {
    render(<Hours min={2} />);
    expect(duration().getAttribute("aria-valuetext")).toBe("2 hours");
    expect(button("One hour less").disabled).toBe(true);
  });

  it("[S219] increases without limit and decreases to the minimum", () => {
    render(<Hours min={2} />);
    for (let press = 0; press < 30; press++) fireEvent.click(button("One hour more"));
    expect(duration().getAttribute("aria-valuenow")).toBe("32");
    for (let press = 0; press < 40; press++) fireEvent.click(button("One hour less"));
    expect(duration().getAttribute("aria-valuenow")).toBe("2");
  });

  it("keeps the focus when its button reaches the minimum", () => {
    render(<Hours min={2} />);
    fireEvent.click(button("One hour more"));
    button("One hour less").focus();
    fireEvent.click(button("One hour less"));
    expect(document.activeElement).toBe(duration());
  });

  it("[S493] says a change once: the digits after a key, a status after a press on a button", () => {
    render(<Hours min={2} />);
    const status = screen.getByRole("status");
    expect(status.textContent).toBe("");
    fireEvent.click(button("One hour more"));
    expect(status.textContent).toBe("3 hours");
    fireEvent.keyDown(duration(), { key: "ArrowUp" });
    expect([duration().getAttribute("aria-valuetext"), status.textContent]).toEqual(["4 hours", ""]);
  });

  it("responds to the arrow keys", () => {
    render(<Hours min={2} />);
    fireEvent.keyDown(duration(), { key: "ArrowUp" });
    expect(duration().getAttribute("aria-valuetext")).toBe("3 hours");
    fireEvent.keyDown(duration(), { key: "Home" });
    fireEvent.keyDown(duration(), { key: "ArrowDown" });
    expect(duration().getAttribute("aria-valuenow")).toBe("2");
  });
});

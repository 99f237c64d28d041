// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { RangeSlider, type Range } from "./range-slider.tsx";

afterEach(cleanup);

function Prices({ start }: { start: Range }) {
  const [value, setValue] = useState(start);
  return (
    <RangeSlider
      labels={{ min: "Lowest price", max: "Highest price" }}
      bounds={{ min: 120, max: 2950 }}
      step={10}
      page={100}
      value={value}
      onChange={setValue}
      format={(price) => `$${price}`}
    />
  );
}

const lower = () => screen.getByRole<HTMLInputElement>("slider", { name: "Lowest price" });
const upper = () => screen.getByRole<HTMLInputElement>("slider", { name: "Highest price" });

describe("range slider", () => {
  it("names both thumbs and their values", () => {
    render(<Prices start={{ min: 120, max: 2950 }} />);
    expect(lower().getAttribute("aria-valuetext")).toBe("$120");
    expect(upper().getAttribute("aria-valuetext")).toBe("$2950");
    expect(lower().step).toBe("10");
  });

  it("moves by a hundred with the Page keys and stops at the ends", () => {
    render(<Prices start={{ min: 120, max: 2950 }} />);
    fireEvent.keyDown(lower(), { key: "PageUp" });
    expect(lower().value).toBe("220");
    fireEvent.keyDown(lower(), { key: "PageDown" });
    fireEvent.keyDown(lower(), { key: "PageDown" });
    expect(lower().value).toBe("120");
    fireEvent.keyDown(upper(), { key: "PageUp" });
    expect(upper().value).toBe("2950");
  });

  it("never lets the thumbs pass each other", () => {
    render(<Prices start={{ min: 300, max: 350 }} />);
    fireEvent.change(lower(), { target: { value: "900" } });
    expect(lower().value).toBe("350");
    fireEvent.change(upper(), { target: { value: "130" } });
    expect(upper().value).toBe("350");
  });
});

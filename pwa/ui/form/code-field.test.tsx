// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { CodeField } from "./code-field.tsx";

afterEach(cleanup);

function Example({ error }: { error?: string }) {
  const [code, setCode] = useState("");
  return (
    <CodeField label="Code" value={code} onChange={setCode} hint="The code expires in 15 minutes." error={error} />
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>("Code");

describe("the code field", () => {
  it.each([
    ["407193", "407193"],
    ["407 193", "407193"],
    ["4a0-7b1!9 3", "407193"],
    ["40719388", "407193"],
    ["code", ""],
  ])("turns %j into %j", (typed, digits) => {
    render(<Example />);
    fireEvent.change(field(), { target: { value: typed } });
    expect(field().value).toBe(digits);
  });

  it("is one field with a number keyboard and one-time-code autofill", () => {
    render(<Example />);
    expect(screen.getAllByRole("textbox")).toHaveLength(1);
    expect(field().inputMode).toBe("numeric");
    expect(field().autocomplete).toBe("one-time-code");
  });

  it("describes the field by the error instead of the hint", () => {
    render(<Example error="Please enter a 6-digit verification code." />);
    expect(field().getAttribute("aria-invalid")).toBe("true");
    const note = document.getElementById(field().getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toBe("Please enter a 6-digit verification code.");
    expect(screen.queryByText("The code expires in 15 minutes.")).toBeNull();
  });
});

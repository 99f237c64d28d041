import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { PasswordField } from "./password-field.tsx";

function Typed() {
  const [value, setValue] = useState("");
  return <PasswordField label="Password" autoComplete="new-password" value={value} onChange={setValue} />;
}

it("accepts a pasted password of 200 characters", () => {
  render(<Typed />);
  const field = screen.getByLabelText<HTMLInputElement>("Password");
  const paste = createEvent.paste(field);
  fireEvent(field, paste);
  expect(paste.defaultPrevented).toBe(false);
  expect(field.getAttribute("maxlength")).toBeNull();
  fireEvent.change(field, { target: { value: "x".repeat(200) } });
  expect(field.value).toHaveLength(200);
});

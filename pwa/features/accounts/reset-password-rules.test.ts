import { expect, it } from "vitest";
import { resetProblem } from "./reset-password-rules.ts";

it.each([
  ["", "secret1", "secret1", "Invalid reset token"],
  ["t", "", "", "Please fill in all fields"],
  ["t", "secret1", "", "Please fill in all fields"],
  ["t", "short", "short", "Password must be at least 6 characters"],
  ["t", "secret1", "secret2", "Passwords do not match"],
  ["t", "secret", "secret", undefined],
])("[S227] token %j, password %j, again %j: %s", (token, password, confirmation, text) => {
  expect(resetProblem({ token, password, confirmation, min: 6 })?.text).toBe(text);
});

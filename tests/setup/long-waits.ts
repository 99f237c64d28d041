// Gives `vi.waitFor` 10 s in all tests. Vitest's default of 1 s is too short on a busy machine, and no setting changes it.
import { vi } from "vitest";

const { waitFor } = vi;
const PATIENCE_MS = 10_000;

vi.waitFor = (check, options) =>
  waitFor(check, typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options });

// The minimum length of a new password, which the operator of the server may raise.
import { useQuery } from "../api/query.ts";

export const SHORTEST_PASSWORD = 6;
const HOUR_MS = 3_600_000;

/** Returns the minimum of this server; the default until the server has answered. */
export function usePasswordMin(): number {
  const { result } = useQuery("auth.passwordRules", {}, { freshFor: HOUR_MS });
  return result.state === "ready" ? result.data.minLength : SHORTEST_PASSWORD;
}

/** Returns the hint of a form that states only a raised minimum, else undefined. */
export function raisedMinHint(min: number): string | undefined {
  return min > SHORTEST_PASSWORD ? `At least ${min} characters.` : undefined;
}

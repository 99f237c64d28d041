// The kept glance of the person signed in, for what is drawn before their rows are open.
import { useSyncExternalStore } from "react";
import { keptGlance, type Glance } from "./kept-glance.ts";
import { useAuth } from "../session/session.tsx";

const never = () => () => undefined;

/** Null on the server, for a guest, and where nothing was kept for this person. */
export function useGlance(): Glance | null {
  const { user } = useAuth();
  const userId = user?.id ?? null;
  return useSyncExternalStore(
    never,
    () => (userId === null ? null : keptGlance(userId)),
    () => null,
  );
}

// Shows one toast at a time. A new one replaces it; a toast that stays until answered comes back after.
import { create } from "zustand";

export type ToastRequest = {
  title: string;
  description?: string | undefined;
  /** `ok`: done. `bad`: an error, announced at once. `wait`: saved but not sent. `update`: a new version. */
  kind?: "ok" | "bad" | "wait" | "update";
  action?: { label: string; onPress: () => void };
  /** Stays until the user answers or closes it, instead of 5 seconds. */
  stay?: boolean;
};

export type CurrentToast = ToastRequest & {
  id: number;
  kind: "ok" | "bad" | "wait" | "update";
  stay: boolean;
};

type Toasts = {
  lastId: number;
  shown: CurrentToast | null;
  /** A toast that stays, hidden while another is shown. */
  deferred: CurrentToast | null;
};

export const useToasts = create<Toasts>(() => ({ lastId: 0, shown: null, deferred: null }));

/** Shows a toast and returns its id for `closeToast`. */
export function toast(request: ToastRequest): number {
  const lastId = useToasts.getState().lastId + 1;
  const next: CurrentToast = { ...request, id: lastId, kind: request.kind ?? "ok", stay: request.stay ?? false };
  useToasts.setState(({ shown, deferred }) => ({
    lastId,
    shown: next,
    deferred: next.stay ? null : shown?.stay ? shown : deferred,
  }));
  return lastId;
}

/** Closes a toast, and shows the hidden one again. */
export function closeToast(id: number) {
  useToasts.setState(({ shown, deferred }) => {
    if (shown?.id === id) return { shown: deferred, deferred: null };
    return deferred?.id === id ? { shown, deferred: null } : { shown, deferred };
  });
}

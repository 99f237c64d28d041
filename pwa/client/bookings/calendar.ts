// The calendar file of a booking, and the user's private calendar address. The address is kept only on the device that opened it.
import { useState } from "react";
import { paths } from "../../device/transport/paths.ts";
import { call } from "../api/call.ts";
import { useQuery } from "../api/query.ts";
import { toast } from "../shell/toasts.ts";
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

/** The path of a booking's calendar file; the session's cookie opens it. */
export function bookingCalendarPath(bookingId: string): string {
  return paths.bookingCalendar(bookingId);
}

type Opened = { url: string; openedAt: string };

/** Sign-out removes every key that contains the user id. */
const keyOf = (userId: string) => `calendar-address:${userId}`;

function isOpened(value: unknown): value is Opened {
  return isObject(value) && typeof value["url"] === "string" && typeof value["openedAt"] === "string";
}

export type CalendarAddress = {
  /** `unknown` without a network on a device that did not open it. */
  state: "loading" | "unknown" | "closed" | "open";
  /** Null on a device that did not open it, since the server cannot show it again. */
  url: string | null;
  isBusy: boolean;
  /** Opens an address; the one before ends. */
  open: () => void;
  close: () => void;
};

export function useCalendarAddress(userId: string): CalendarAddress {
  const { result, reload } = useQuery("calendar.state", {});
  const [kept, setKept] = useState(() => deviceStorage.json(keyOf(userId), isOpened));
  const [isBusy, setBusy] = useState(false);
  const keep = (opened: Opened | null) => {
    deviceStorage.setJson(keyOf(userId), opened);
    setKept(opened);
  };
  const change = async (work: () => Promise<Opened | null>) => {
    setBusy(true);
    try {
      keep(await work());
      await reload();
    } catch (problem) {
      toast({ title: "Error", description: problem instanceof Error ? problem.message : undefined, kind: "bad" });
    }
    setBusy(false);
  };
  const openedAt = result.state === "ready" ? result.data.openedAt : (kept?.openedAt ?? null);
  const url = kept && kept.openedAt === openedAt ? kept.url : null;
  return {
    state: stateOf(result.state, openedAt),
    url,
    isBusy,
    open: () => void change(() => call("calendar.open", {})),
    close: () =>
      void change(async () => {
        await call("calendar.close", {});
        return null;
      }),
  };
}

function stateOf(read: "loading" | "ready" | "missing" | "failed", openedAt: string | null): CalendarAddress["state"] {
  if (openedAt !== null) return "open";
  if (read === "ready") return "closed";
  return read === "loading" ? "loading" : "unknown";
}

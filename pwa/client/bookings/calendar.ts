// The calendar file of a booking, and the user's private calendar address. The address is kept only on the device that opened it.
import { useState } from "react";
import { calendarText, type CalendarBooking } from "../../../shared/domain/hours/calendar-text.ts";
import { paths } from "../../device/transport/paths.ts";
import { call } from "../api/call.ts";
import { useQuery } from "../api/query.ts";
import { toast } from "../shell/toasts.ts";
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

/** The path of a booking's calendar file; the session's cookie opens it. */
export function bookingCalendarPath(bookingId: string): string {
  return paths.bookingCalendar(bookingId);
}

/** iOS opens a calendar file only where it is no download. */
export const opensCalendarFiles = () => /iP(hone|ad|od)/.test(navigator.userAgent);

const FILE_NAME = "flight.ics";

/** Saves the file that the server would write, without a network. */
export async function saveCalendarFile(booking: CalendarBooking): Promise<void> {
  const file = new File([calendarText([booking], location.origin)], FILE_NAME, { type: "text/calendar" });
  if (opensCalendarFiles() && navigator.canShare?.({ files: [file] })) {
    // The user may close the sheet, which is no failure.
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = FILE_NAME;
  link.click();
  // The browser reads it after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
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

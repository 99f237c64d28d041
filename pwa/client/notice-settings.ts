// Settings of notices as the screen holds them: shown at once when changed, put back when the server did not take it.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CommandInput } from "../../shared/commands.ts";
import type { Device, NoticeSettings } from "../../shared/domain/notices.ts";
import { ApiError, call, read } from "./call.ts";
import { toast } from "./toasts.ts";

export type Loaded<Value> = { state: "loading" } | { state: "ready"; value: Value } | { state: "failed" };

/** Reads a path now, on focus and when the network is back. */
function useAsked<Value>(path: string): [Loaded<Value>, (next: (now: Value) => Value) => void, () => Promise<void>] {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: "loading" });
  const ask = useCallback(async () => {
    try {
      setLoaded({ state: "ready", value: await read<Value>(path) });
    } catch {
      // What was shown before stays while the network is away.
      setLoaded((now) => (now.state === "ready" ? now : { state: "failed" }));
    }
  }, [path]);
  useEffect(() => {
    void ask();
    const again = () => void ask();
    window.addEventListener("focus", again);
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("focus", again);
      window.removeEventListener("online", again);
    };
  }, [ask]);
  const set = useCallback((next: (now: Value) => Value) => {
    setLoaded((now) => (now.state === "ready" ? { state: "ready", value: next(now.value) } : now));
  }, []);
  return [loaded, set, ask];
}

function sayNotSaved(problem: unknown): void {
  const isAway = problem instanceof ApiError && problem.status === 0;
  toast({
    kind: "bad",
    title: isAway ? "Needs a connection" : "Not saved",
    description: problem instanceof ApiError ? problem.message : "Please try again.",
  });
}

type Change = CommandInput<"settings.update">;

export type OwnSettings = {
  loaded: Loaded<NoticeSettings>;
  change: (change: Change) => void;
  unmute: (peerId: string) => void;
};

export function useNoticeSettings(): OwnSettings {
  const [loaded, set, ask] = useAsked<NoticeSettings>("/api/settings");
  // Laid over what the server said last, so that an answer to one change does not undo the look of the next.
  const [waiting, setWaiting] = useState<readonly Change[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const change = useCallback(
    (wanted: Change) => {
      setWaiting((now) => [...now, wanted]);
      // One after the other: the last answer is then the latest.
      last.current = last.current
        .then(() => call("settings.update", wanted))
        .then((saved) => set(() => saved), sayNotSaved)
        .finally(() => setWaiting((now) => now.filter((one) => one !== wanted)));
    },
    [set],
  );
  const unmute = useCallback(
    (peerId: string) => {
      call("settings.unmute", { peerId }).then(ask, sayNotSaved);
    },
    [ask],
  );
  const shown = useMemo<Loaded<NoticeSettings>>(
    () => (loaded.state === "ready" ? { state: "ready", value: waiting.reduce(changed, loaded.value) } : loaded),
    [loaded, waiting],
  );
  return { loaded: shown, change, unmute };
}

function changed(now: NoticeSettings, { notices = {}, quietHours, hideText }: Change): NoticeSettings {
  const merged = { ...now.notices };
  for (const [kind, switches] of Object.entries(notices))
    merged[kind as keyof typeof merged] = { ...merged[kind as keyof typeof merged], ...defined(switches ?? {}) };
  return {
    ...now,
    notices: merged,
    quietHours: { ...now.quietHours, ...defined(quietHours ?? {}) },
    hideText: hideText ?? now.hideText,
  };
}

function defined<Fields extends object>(
  fields: Fields,
): Partial<{ [Key in keyof Fields]: Exclude<Fields[Key], undefined> }> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof defined<Fields>
  >;
}

/** Where the person is signed in, and the way to end one of them. */
export function useDevices(): { loaded: Loaded<Device[]>; remove: (id: string) => void; ask: () => Promise<void> } {
  const [loaded, set, ask] = useAsked<Device[]>("/api/sessions");
  const remove = useCallback(
    (id: string) => {
      call("sessions.end", { sessionId: id }).then(
        () => set((devices) => devices.filter((device) => device.id !== id)),
        sayNotSaved,
      );
    },
    [set],
  );
  return { loaded, remove, ask };
}

/** Whether a conversation is muted, and the way to change it; null while not known. */
export function useMute(peerId: string): { isMuted: boolean | null; setMuted: (isMuted: boolean) => void } {
  const [isMuted, setShown] = useState<boolean | null>(null);
  const wanted = useRef<boolean | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    let isOver = false;
    read<NoticeSettings>("/api/settings").then(
      ({ mutes }) => isOver || setShown(mutes.some((mute) => mute.peerId === peerId)),
      // Without a network it cannot be changed either.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [peerId]);
  const setMuted = useCallback(
    (isWanted: boolean) => {
      setShown(isWanted);
      wanted.current = isWanted;
      // One after the other: what was pressed last is what the server hears last.
      last.current = last.current
        .then(() => call(isWanted ? "settings.mute" : "settings.unmute", { peerId }))
        .catch((problem: unknown) => {
          if (wanted.current === isWanted) setShown(!isWanted);
          sayNotSaved(problem);
        });
    },
    [peerId],
  );
  return { isMuted, setMuted };
}

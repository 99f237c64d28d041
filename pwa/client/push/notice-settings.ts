// Settings and devices of notices: shows a change at once, and reverts it when the server refuses it.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CommandInput } from "../../../shared/commands.ts";
import type { Device, NoticeSettings } from "../../../shared/domain/notices.ts";
import { ApiError, call, prepareCalls, read } from "../api/call.ts";
import { useQuery, type QueryState } from "../api/query.ts";
import { toast } from "../shell/toasts.ts";

function toastNotSaved(problem: unknown): void {
  const isUnreachable = problem instanceof ApiError && problem.status === 0;
  toast({
    kind: "bad",
    title: isUnreachable ? "Needs a connection" : "Not saved",
    description: problem instanceof ApiError ? problem.message : "Please try again.",
  });
}

type Change = CommandInput<"settings.update">;

export type OwnSettings = {
  loaded: QueryState<NoticeSettings>;
  change: (change: Change) => void;
  unmute: (peerId: string) => void;
};

export function useNoticeSettings(): OwnSettings {
  const { result: loaded, update, reload } = useQuery("settings.own", {}, { freshFor: 0 });
  // Unsent changes on top of the server's last state, so the response to one change does not revert the next.
  const [waiting, setWaiting] = useState<readonly Change[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const change = useCallback(
    (wanted: Change) => {
      setWaiting((now) => [...now, wanted]);
      // Sends one change at a time, so the last response contains the latest state.
      last.current = last.current
        .then(() => call("settings.update", wanted))
        .then((saved) => update(() => saved), toastNotSaved)
        .finally(() => setWaiting((now) => now.filter((one) => one !== wanted)));
    },
    [update],
  );
  const unmute = useCallback(
    (peerId: string) => {
      call("settings.unmute", { peerId }).then(reload, toastNotSaved);
    },
    [reload],
  );
  const shown = useMemo<QueryState<NoticeSettings>>(
    () => (loaded.state === "ready" ? { state: "ready", data: waiting.reduce(changed, loaded.data) } : loaded),
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

export type OwnDevices = {
  loaded: QueryState<Device[]>;
  /** Ends one session. */
  remove: (id: string) => void;
  /** Ends every session but this one. Resolves once the server has answered. */
  removeOthers: () => Promise<void>;
  ask: () => Promise<void>;
};

/** The devices on which the user is signed in. */
export function useDevices(): OwnDevices {
  const { result: loaded, update, reload } = useQuery("sessions.own", {}, { freshFor: 0 });
  const remove = useCallback(
    (id: string) => {
      call("sessions.end", { sessionId: id }).then(
        () => update((devices) => devices.filter((device) => device.id !== id)),
        toastNotSaved,
      );
    },
    [update],
  );
  const removeOthers = useCallback(async () => {
    try {
      await call("sessions.endOthers", {});
      update((devices) => devices.filter((device) => device.isCurrent));
      toast({ title: "Signed out", description: "All other devices were signed out." });
    } catch (problem) {
      toastNotSaved(problem);
    }
  }, [update]);
  return { loaded, remove, removeOthers, ask: reload };
}

/** Whether a conversation is muted, and a function that changes it; null while not known. */
export function useMute(peerId: string): { isMuted: boolean | null; setMuted: (isMuted: boolean) => void } {
  const [isMuted, setShown] = useState<boolean | null>(null);
  const wanted = useRef<boolean | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    let isOver = false;
    // Known once it can be changed: a choice is sent even if the user leaves right after it.
    Promise.all([read("settings.own", {}), prepareCalls()]).then(
      ([{ mutes }]) => isOver || setShown(mutes.some((mute) => mute.peerId === peerId)),
      // Without network the user cannot change it either.
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
      // Sends changes one at a time, so that the last choice arrives last.
      last.current = last.current
        .then(() => call(isWanted ? "settings.mute" : "settings.unmute", { peerId }))
        .catch((problem: unknown) => {
          if (wanted.current === isWanted) setShown(!isWanted);
          toastNotSaved(problem);
        });
    },
    [peerId],
  );
  return { isMuted, setMuted };
}

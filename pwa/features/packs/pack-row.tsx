import type { Drawing } from "../../ui/icons/drawn.ts";
import {
  CircleAlert,
  CircleCheck,
  Clock,
  ClockArrowUp,
  HardDriveDownload,
  RefreshCw,
  ShieldAlert,
  Trash2,
} from "../../ui/icons/icons.ts";
import { useOnline } from "../../client/api/online.ts";
import { useEffect, useMemo, type MouseEvent } from "react";
import { isComing } from "../../client/bookings/coming.ts";
import { keepPack, stopPack } from "../../client/packs/keep-pack.ts";
import { checkPacks } from "../../client/packs/check-packs.ts";
import { packOf, type PackProgress } from "../../client/packs/pack-list.ts";
import { usualPackBytes } from "../../client/packs/pack-size.ts";
import { removePack } from "../../client/packs/remove-packs.ts";
import { askForPromise, useStoragePromise } from "../../client/packs/storage-promise.ts";
import { usePack } from "../../client/packs/use-packs.ts";
import { useRows } from "../../client/sync/rows.ts";
import { useSessionSummary } from "../../client/sync/use-session-summary.ts";
import { useAuth } from "../../client/session/session.tsx";
import { Button, ButtonLink } from "../../ui/actions/button.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { useNow } from "../../ui/hooks/use-now.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { announcedPercent, packViewOf, type PackKind, type PackView } from "./pack-words.ts";
import styles from "./pack-row.module.css";

const icons: Record<Exclude<PackKind, "keeping">, Drawing> = {
  none: HardDriveDownload,
  kept: CircleCheck,
  renewing: RefreshCw,
  stale: Clock,
  waiting: ClockArrowUp,
  unprotected: ShieldAlert,
  full: CircleAlert,
  cleared: CircleAlert,
};

/** Amber for what waits, is old or may be cleared; red for what is not kept. */
const tones: Partial<Record<PackKind, string | undefined>> = {
  kept: styles.ok,
  stale: styles.wait,
  waiting: styles.wait,
  unprotected: styles.wait,
  full: styles.fail,
  cleared: styles.fail,
};

type PackRowProps = {
  plane: { id: string; name: string; photos?: number | undefined };
  /** With an edge on each side; without, it is the foot of a card. */
  isFramed?: boolean;
};

/** Keeps an aircraft on this device, and shows how its pack is. Nothing for guests. */
export function PackRow(props: PackRowProps) {
  const { user } = useAuth();
  return user && typeof caches !== "undefined" && <OwnRow {...props} userId={user.id} />;
}

/** The same under the title of an aircraft that is saved or booked. */
export function SavedPackRow({ plane }: Pick<PackRowProps, "plane">) {
  const favorites = useRows("favorites", { aircraftId: plane.id });
  const nextStart = useNextStart(plane.id);
  // Known at the first paint, so that nothing moves when the rows are open.
  const summary = useSessionSummary();
  const isFavorite = favorites
    ? favorites.some(({ waiting }) => waiting !== "attention")
    : summary?.favorites.includes(plane.id);
  const isBooked = nextStart === undefined ? summary?.booked?.includes(plane.id) : nextStart !== null;
  const isSaved = isFavorite || isBooked;
  return isSaved && <PackRow plane={plane} isFramed />;
}

function OwnRow({ plane, isFramed, userId }: PackRowProps & { userId: string }) {
  const { id, name, photos = 0 } = plane;
  const state = usePack(userId, id);
  const isOnline = useOnline();
  const promise = useStoragePromise();
  const now = useNow();
  const nextStart = useNextStart(id) ?? null;
  const kept = state.pack?.state === "kept";
  useEffect(() => {
    if (kept) void checkPacks();
  }, [kept]);
  const expected = usualPackBytes(photos);
  const view = packViewOf({ ...state, isOnline, promise, now, nextStart, expected });
  const { kind, title, line } = view;
  const act = ({ detail }: MouseEvent) => {
    // The second half of a double press, which began on the action before.
    if (detail > 1) return;
    const pack = packOf(userId, id);
    if (view.action === "stop") void stopPack(userId, id);
    else if (view.action === "protect") void askForPromise();
    else if (view.action === "remove" && pack) removePack(userId, pack);
    else void keepPack(userId, { id, name, photos });
  };
  return (
    <div className={classNames(styles.row, isFramed && styles.framed, tones[kind])} role="status">
      <span className={styles.mark}>
        {kind === "keeping" ? <Ring progress={state.progress} /> : <Icon of={icons[kind]} />}
      </span>
      <span className={styles.title}>{title}</span>
      {/* The bytes change many times a second; a screen reader gets the quarters. */}
      <span className={styles.line} aria-hidden={kind === "keeping" || undefined}>
        {line}
      </span>
      <Action view={view} name={name} onPress={act} />
    </div>
  );
}

type ActionProps = { view: PackView; name: string; onPress: (event: MouseEvent) => void };

function Action({ view: { action }, name, onPress }: ActionProps) {
  switch (action) {
    case "remove":
      return (
        <IconButton
          icon={Trash2}
          label={`Remove ${name} from this device`}
          className={styles.action}
          onClick={onPress}
        />
      );
    case "make room":
      return (
        <ButtonLink size="sm" variant="danger" className={styles.action} to="/on-this-device">
          Make room
        </ButtonLink>
      );
    case "stop":
      return (
        <Button
          size="sm"
          variant="quiet"
          className={styles.action}
          aria-label={`Stop keeping ${name}`}
          onClick={onPress}
        >
          Stop
        </Button>
      );
    default: {
      const words = { keep: "Keep", protect: "Protect", "keep again": "Keep again" }[action];
      const label = { keep: `Keep ${name} on this device`, protect: undefined, "keep again": `Keep again ${name}` }[
        action
      ];
      return (
        <Button
          size="sm"
          variant={action === "keep again" ? "danger" : "secondary"}
          className={styles.action}
          aria-label={label}
          onClick={onPress}
        >
          {words}
        </Button>
      );
    }
  }
}

const RADIUS = 11;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring that follows the bytes. */
function Ring({ progress }: { progress: PackProgress | null }) {
  const { part, total } = progress ?? { part: 0, total: 1 };
  const percent = announcedPercent({ part, total });
  return (
    <>
      <span role="progressbar" aria-valuenow={percent} aria-label="Keeping" className={styles.ring}>
        <svg viewBox="0 0 28 28" aria-hidden="true">
          <circle cx="14" cy="14" r={RADIUS} className={styles.track} />
          <circle
            cx="14"
            cy="14"
            r={RADIUS}
            className={styles.arc}
            strokeDasharray={AROUND}
            strokeDashoffset={AROUND * (1 - Math.min(1, part / total))}
          />
        </svg>
      </span>
      <span className="vh">{percent} percent</span>
    </>
  );
}

/** ISO start of the next accepted flight with this aircraft, or of one that is under way; null without, undefined while rows load. */
export function useNextStart(aircraftId: string): string | null | undefined {
  const bookings = useRows("bookings", { aircraftId });
  const now = useNow();
  return useMemo(() => {
    const coming = bookings?.filter((booking) => isComing(booking, now.getTime()));
    return coming && (coming.map(({ startDate }) => startDate).sort()[0] ?? null);
  }, [bookings, now]);
}

// The heart of an aircraft: shows and toggles the user's favorite, and marks a change that is not sent yet.
import { Clock, Heart as HeartDrawing } from "../../ui/icons/icons.ts";
import { useLayoutEffect, useRef, useState } from "react";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { useCommand, useCurrentStore } from "../../client/sync/current-store.ts";
import { useRowsPart, type RowStatus } from "../../client/sync/rows.ts";
import { useShowsWaiting } from "../../client/sync/sync-state.ts";
import { useSessionSummary } from "../../client/sync/use-session-summary.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import styles from "./heart.module.css";

type HeartProps = {
  plane: { id: string; name: string };
  /** round for pictures, plain for bars. */
  shape?: "round" | "plain";
  small?: boolean;
  /** Shows a word beside the heart where the screen is wide enough. */
  hasWord?: boolean;
  className?: string | undefined;
};

/** Adds an aircraft to the favorites or removes it. Renders nothing for guests, who have none. */
export function Heart(props: HeartProps) {
  const { user } = useAuth();
  return user && <SignedInHeart {...props} />;
}

function SignedInHeart({ plane, shape = "round", small, hasWord = false, className }: HeartProps) {
  const { isFavorite, isKnown, pending, isWriting, toggle } = useFavorite(plane.id);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A button loses the focus when it is disabled; it takes the focus back unless another element has it.
  useLayoutEffect(() => {
    if (isWriting || !hadFocus.current) return;
    hadFocus.current = false;
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isWriting]);
  const word = isFavorite ? "Saved" : "Save";
  const label = isFavorite ? `remove ${plane.name} from favorites` : `add ${plane.name} to favorites`;
  return (
    <IconButton
      ref={button}
      icon={HeartDrawing}
      label={hasWord ? `${word}, ${label}` : label.charAt(0).toUpperCase() + label.slice(1)}
      pressed={isKnown ? isFavorite : undefined}
      filled={isFavorite}
      shape={shape}
      small={small}
      disabled={pending}
      aria-busy={isWriting || undefined}
      className={classNames(
        styles.heart,
        isFavorite && styles.on,
        !isKnown && styles.unknown,
        hasWord && styles.withWord,
        className,
      )}
      onClick={() => {
        hadFocus.current = document.activeElement === button.current;
        toggle(plane.name);
      }}
    >
      {hasWord && <span className={styles.word}>{word}</span>}
    </IconButton>
  );
}

/** Marks a card whose favorite change is not sent yet. */
export function WaitingNote({ aircraftId }: { aircraftId: string }) {
  const { user } = useAuth();
  return user && <SignedInNote aircraftId={aircraftId} />;
}

function SignedInNote({ aircraftId }: { aircraftId: string }) {
  const { waiting } = useFavorite(aircraftId);
  if (waiting !== "waiting") return null;
  return (
    <Badge tone="wait" icon={Clock}>
      Waiting to sync
    </Badge>
  );
}

const failed = {
  title: "Error",
  description: "Failed to update favorites. Please try again.",
  kind: "bad",
} as const;

type FavoriteState = {
  isFavorite: boolean;
  /** False until the user's rows have arrived, unless this device has shown some before. */
  isKnown: boolean;
  /** True until the state is known or the user's store is open, and while a tap is being written. */
  pending: boolean;
  /** A tap is being written to this device. */
  isWriting: boolean;
  /** Set while the change is only on this device, with a short delay to avoid flicker. */
  waiting: RowStatus | undefined;
};

/** Favorite state of one aircraft. A tap counts at once, also offline; `toggle` takes the aircraft's name for the toast. */
function useFavorite(aircraftId: string): FavoriteState & { toggle: (name: string) => void } {
  const row = useRowsPart("favorites", (rows) => rows && (rows.find((one) => one.aircraftId === aircraftId) ?? null));
  const isShownWaiting = useShowsWaiting();
  // A heart is enabled before the server's first answer: the tap waits like any other. Where this device knows the state, also before the
  // store is open: the tap opens it, and a repeated change changes nothing.
  const isOpening = useCurrentStore((state) => state.phase === "opening");
  const summary = useSessionSummary(row === undefined);
  const add = useCommand("favorites.add");
  const remove = useCommand("favorites.remove");
  // A refused favorite counts as none: its row stays only for the user's decision.
  const isFavorite =
    row === undefined ? Boolean(summary?.favorites.includes(aircraftId)) : row !== null && row.waiting !== "attention";

  const [isWriting, setWriting] = useState(false);
  // The state renders asynchronously, and a second tap may come before.
  const writing = useRef(false);

  async function change(name: string) {
    if (writing.current) return;
    writing.current = true;
    setWriting(true);
    const { userId } = useCurrentStore.getState();
    try {
      const { id } = await (isFavorite ? remove : add)({ aircraftId }, { about: name });
      const title = isFavorite ? "Removed from favorites" : "Added to favorites";
      // Loaded late, as the first view needs no toast. If it cannot be loaded, the heart alone shows that the change waits.
      import("./favorite-toast.ts").then(
        ({ toastFavoriteChange }) => toastFavoriteChange(id, { userId, title, name, failed }),
        () => undefined,
      );
    } catch {
      toast(failed);
    } finally {
      writing.current = false;
      setWriting(false);
    }
  }

  const isKnown = row !== undefined || summary !== null;
  return {
    isFavorite,
    isKnown,
    pending: (isOpening && !isKnown) || isWriting,
    isWriting,
    waiting: isShownWaiting ? row?.waiting : undefined,
    toggle: (name) => void change(name),
  };
}

/** Whether the user has any favorite; until the rows are open, as last shown on this device. */
export function useHasFavorites(): boolean {
  const has = useRowsPart("favorites", (rows) => rows?.some((row) => row.waiting !== "attention"));
  const summary = useSessionSummary(has === undefined);
  return has ?? Boolean(summary?.favorites.length);
}

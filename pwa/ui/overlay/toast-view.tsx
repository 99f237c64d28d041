// Renders the current toast. Built on Radix, so it is mounted after the first paint.
import type { Drawing } from "../icons/drawn.ts";
import { Check, CircleAlert, Clock, RefreshCw, X } from "../icons/icons.ts";
import * as Radix from "@radix-ui/react-toast";
import { useRef, type FocusEvent } from "react";
import { Button } from "../actions/button.tsx";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "../display/icon.tsx";
import { IconButton } from "../actions/icon-button.tsx";
import { useToastLift } from "./use-toast-lift.ts";
import styles from "./toast-view.module.css";

export type ToastKind = "ok" | "bad" | "wait" | "update";

export type ToastContent = {
  id: number;
  title: string;
  description?: string | undefined;
  kind: ToastKind;
  action?: { label: string; onPress: () => void } | undefined;
  /** Stays until the user answers or closes it. */
  stay: boolean;
};

const icons: Record<ToastKind, Drawing> = { ok: Check, bad: CircleAlert, wait: Clock, update: RefreshCw };

/** How long a toast stays, in milliseconds; hover and focus pause it. */
export const TOAST_MS = 5000;

type ToastViewProps = {
  toast: ToastContent | null;
  onClose: (id: number) => void;
};

/** The region of the toast: F8 focuses it, a swipe of 50 px to the right closes the toast. */
export function ToastView({ toast, onClose }: ToastViewProps) {
  const viewport = useRef<HTMLOListElement>(null);
  useToastLift(viewport, toast?.id ?? null);
  return (
    <Radix.Provider duration={TOAST_MS} swipeDirection="right" swipeThreshold={50} label="Notification">
      {/* A modal dialog hides everything else from screen readers, except live regions, and takes focus back that it sees elsewhere. */}
      <div aria-live="off" data-toasts="" onFocus={unseen} onBlur={unseen}>
        {toast && <OneToast key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />}
        <Radix.Viewport ref={viewport} hotkey={["F8"]} className={styles.viewport} />
      </div>
    </Radix.Provider>
  );
}

function unseen(event: FocusEvent) {
  event.stopPropagation();
}

function OneToast({ toast, onClose }: { toast: ToastContent; onClose: () => void }) {
  const { action } = toast;
  return (
    <Radix.Root
      open
      onOpenChange={(open) => !open && onClose()}
      // Radix uses "foreground" for assertive and "background" for polite.
      type={toast.kind === "bad" ? "foreground" : "background"}
      duration={toast.stay ? Infinity : TOAST_MS}
      className={classNames(styles.toast, styles[toast.kind])}
    >
      <span className={styles.icon}>
        <Icon of={icons[toast.kind]} />
      </span>
      <div className={styles.words}>
        <Radix.Title className={styles.title}>{toast.title}</Radix.Title>
        {toast.description && <Radix.Description className={styles.line}>{toast.description}</Radix.Description>}
      </div>
      {action && (
        <Radix.Action asChild altText={action.label}>
          <Button variant="primary" size="sm" onClick={action.onPress}>
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton icon={X} label="Close" className={styles.close} />
      </Radix.Close>
    </Radix.Root>
  );
}

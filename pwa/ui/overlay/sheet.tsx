// A sheet from the left or right edge, or from a phone's bottom (lower right on larger screens). Built on Radix, so load it
// lazily.
import { X } from "../icons/icons.ts";
import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { useFocusReturn } from "../hooks/focus-return.ts";
import { IconButton } from "../actions/icon-button.tsx";
import { ignoreDoublePress, useOverlayEntry } from "./overlay-history.ts";
import { usePullDown } from "./use-pull-down.ts";
import dialogStyles from "./dialog.module.css";
import styles from "./sheet.module.css";

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  side: "left" | "right" | "bottom";
  /** Text below the title. */
  note?: ReactNode;
  /** Uses nearly the whole height, and closes when its head is pulled down. */
  isTall?: boolean;
  /** Focuses an element inside once the sheet is open, instead of the first control. */
  onOpened?: (event: Event) => void;
  /** Actions, pinned at the bottom. */
  foot?: ReactNode;
  children: ReactNode;
};

export function Sheet({ open, onClose, title, note, side, isTall, onOpened, foot, children }: SheetProps) {
  const focus = useFocusReturn();
  const pull = usePullDown(onClose);
  useOverlayEntry(open, onClose);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={dialogStyles.scrim} {...(side === "bottom" ? { "data-under-dialog": "" } : {})} />
        <Radix.Content
          className={classNames(styles.sheet, styles[side], isTall && styles.tall)}
          {...(side === "bottom" ? { "data-pinned": "" } : {})}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.remember();
            onOpened?.(event);
          }}
          onCloseAutoFocus={focus.restore}
          onInteractOutside={ignoreDoublePress}
        >
          <header className={styles.head} {...(isTall ? pull : {})}>
            <div>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {note && <p className={styles.note}>{note}</p>}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} iconSize="l" label="Close" />
            </Radix.Close>
          </header>
          <div className={styles.body}>{children}</div>
          {foot && (
            <footer className={styles.foot} data-pinned="">
              {foot}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

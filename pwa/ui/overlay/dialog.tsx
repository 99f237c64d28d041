// The dialog of all features: a sheet over the whole phone, a centered box on larger screens. Built on Radix, so load it lazily; the
// first view must not import it.
import { X } from "../icons/icons.ts";
import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { useFocusReturn } from "../hooks/focus-return.ts";
import { IconButton } from "../actions/icon-button.tsx";
import { ignoreDoublePress, useOverlayEntry } from "./overlay-history.ts";
import styles from "./dialog.module.css";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Shown under the title, and read after it. */
  description?: ReactNode;
  /**
   * s 440 px, m 720 px, crop 800 px, l 920 px, xl 1040 px; full screen on a phone. side is a 560 px sheet at the right.
   * low is a 560 px box, and on a phone a sheet from below.
   */
  size?: "s" | "m" | "crop" | "l" | "xl" | "side" | "low";
  /** Replaces the title in the header, for example a mark or a user; the title then opens the body. */
  head?: ReactNode;
  /** Content before the title, such as a user's picture; the close button is then first on a phone. */
  lead?: ReactNode;
  /** Content right after the title, such as a check mark. */
  afterTitle?: ReactNode;
  /** One line under the title. */
  underTitle?: ReactNode;
  /** Content at the end of the header, before the close button. */
  headEnd?: ReactNode;
  /** Actions, pinned at the bottom. */
  foot?: ReactNode;
  /** Docks the dialog inside this element: the page beside it stays usable, and focus stays where it is. */
  dock?: HTMLElement | null;
  /** Element to focus on opening; by default the first control of the body. */
  initialFocus?: React.RefObject<HTMLElement | null>;
  /** Element to focus when it has closed; by default and for null the one that had the focus before. */
  focusOnClose?: () => HTMLElement | null;
  bodyClassName?: string | undefined;
  children: ReactNode;
};

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = "s", head, foot, initialFocus, bodyClassName, children } = props;
  const { lead, afterTitle, underTitle, headEnd, focusOnClose, dock = null } = props;
  const focus = useFocusReturn();
  // Beside the page it is a part of it: Back leaves the page.
  useOverlayEntry(open && !dock, onClose);
  const titleElement = <Radix.Title className={head ? styles.bigTitle : styles.title}>{title}</Radix.Title>;
  const descriptionElement = description && (
    <Radix.Description className={styles.description}>{description}</Radix.Description>
  );
  return (
    <Radix.Root modal={!dock} open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal container={dock}>
        {!dock && <Radix.Overlay className={styles.scrim} data-under-dialog="" />}
        <Radix.Content
          className={dock ? styles.docked : classNames(styles.dialog, styles[size])}
          // Radix warns about a dialog without a description unless `aria-describedby` is explicitly undefined.
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            focus.remember();
            if (dock) event.preventDefault();
            else setInitialFocus(event, initialFocus?.current);
          }}
          onCloseAutoFocus={(event) => focus.restore(event, focusOnClose?.())}
          onBlur={leaveForToast}
          onInteractOutside={dock ? (event) => event.preventDefault() : ignoreDoublePress}
        >
          <header
            className={classNames(styles.head, head ? styles.headWithMark : lead ? styles.headWithLead : undefined)}
          >
            {lead}
            {head ??
              (lead ? <TitleAfterLead {...{ afterTitle, underTitle }}>{titleElement}</TitleAfterLead> : titleElement)}
            {headEnd}
            <Radix.Close asChild>
              <IconButton icon={X} iconSize="l" label="Close" className={styles.close} />
            </Radix.Close>
          </header>
          <div className={classNames(styles.body, bodyClassName)} data-dialog-body="">
            {head && titleElement}
            {descriptionElement}
            {children}
          </div>
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

/** Lets focus go to a toast, which F8 does; Radix would take it back. */
function leaveForToast(event: React.FocusEvent) {
  if (event.relatedTarget?.closest("[data-toasts]")) event.stopPropagation();
}

function TitleAfterLead(props: { afterTitle?: ReactNode; underTitle?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.led}>
      <div className={styles.ledTitle}>
        {props.children}
        {props.afterTitle}
      </div>
      {props.underTitle && <p className={styles.underTitle}>{props.underTitle}</p>}
    </div>
  );
}

/**
 * Focuses the first control of the body. Skips the close button, which is first in the tab order, and controls in a
 * note above the form.
 */
function setInitialFocus(event: Event, wanted: HTMLElement | null | undefined) {
  const content = event.currentTarget as HTMLElement;
  const controls = content.querySelectorAll<HTMLElement>(
    "[data-dialog-body] :is(input, select, textarea, button, a[href]):not([disabled], [tabindex='-1'], [role='tab'])",
  );
  const first =
    wanted ??
    content.querySelector<HTMLElement>("[data-autofocus]") ??
    [...controls].find((control) => !control.closest("[data-aside]"));
  if (!first) return;
  event.preventDefault();
  first.focus();
}

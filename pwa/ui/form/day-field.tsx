import { useCallback, useRef, useState, type ReactNode, type RefObject } from "react";
import { classNames } from "../styles/class-names.ts";
import { FieldPopover } from "./field-popover.tsx";
import styles from "./day-field.module.css";

type DayFieldProps = {
  /** Content of the button: a label and the day. */
  children: ReactNode;
  /** The calendar; it calls `close` after a choice. */
  renderCalendar: (close: () => void) => ReactNode;
  /** A pointer or the keyboard reached the field: its calendar may be needed. */
  onLikely?: () => void;
  /** Ref to the button, for callers that focus it. */
  field?: RefObject<HTMLButtonElement | null>;
  className: string | undefined;
  calendarClassName: string | undefined;
  /** The element with what is wrong. */
  describedBy?: string | undefined;
};

/** A button that shows a day and opens a calendar below it. The focus returns to it after a choice. */
export function DayField(props: DayFieldProps) {
  const { children, renderCalendar, onLikely, field, className, calendarClassName, describedBy } = props;
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  const opener = field ?? own;
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={onLikely}
        onFocus={onLikely}
      >
        {children}
      </button>
      {isOpen && (
        <FieldPopover
          opener={opener}
          onClose={close}
          label="Choose a date"
          className={classNames(styles.popover, calendarClassName)}
        >
          {renderCalendar(() => {
            close();
            opener.current?.focus();
          })}
        </FieldPopover>
      )}
    </>
  );
}

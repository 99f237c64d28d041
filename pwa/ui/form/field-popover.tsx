import { useEffect, useRef, type ReactNode, type RefObject } from "react";

type FieldPopoverProps = {
  /** The button that opened it: receives the focus on Escape, and a press on it is not an outside press. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  label: string;
  className: string | undefined;
  children: ReactNode;
};

/** A dialog that floats below its field. Closes on Escape, and when focus or a press leaves it. */
export function FieldPopover({ opener, onClose, label, className, children }: FieldPopoverProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const isElsewhere = (target: EventTarget | null) =>
      target instanceof Node && !box.current?.contains(target) && !opener.current?.contains(target);
    const onPointer = (event: PointerEvent) => isElsewhere(event.target) && onClose();
    const onFocus = (event: FocusEvent) => isElsewhere(event.target) && onClose();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isElsewhere(event.target)) return;
      event.stopPropagation();
      onClose();
      opener.current?.focus();
    };
    // A dialog around it listens on the document first, and would close too.
    window.addEventListener("keydown", onKey, true);
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("focusin", onFocus);
    return () => {
      window.removeEventListener("keydown", onKey, true);
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("focusin", onFocus);
    };
  }, [onClose, opener]);

  useEffect(() => {
    // Its content may have taken the focus.
    if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);

  return (
    <div ref={box} role="dialog" aria-label={label} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}

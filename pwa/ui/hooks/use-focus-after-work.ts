// A busy button is disabled, and a disabled button loses the focus. After the work it has the focus again.
import { useLayoutEffect, useRef } from "react";

/** Returns the focus to the control that had it when the work began. A control that has it since keeps it. */
export function useFocusAfterWork(isBusy: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const control = before.current;
    // The browser takes the focus of a disabled button with its next frame, so it is still there now.
    before.current = isBusy ? activeElement : null;
    if (!isBusy && control instanceof HTMLElement && activeElement?.contains(control)) control.focus();
  }, [isBusy]);
}

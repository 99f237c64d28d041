// Shows the name of an icon-only control on hover and keyboard focus. Mounted once for the whole app, after the first paint: controls set
// `data-tooltip` and do not import this file.
import * as Radix from "@radix-ui/react-tooltip";
import { useEffect, useState, type CSSProperties } from "react";
import styles from "./tooltips.module.css";

/** Milliseconds of hovering before a tooltip opens. */
export const OPEN_DELAY_MS = 700;
/** Within this many milliseconds after one has closed, the next opens at once. */
export const SKIP_WINDOW_MS = 300;

type OpenTooltip = {
  text: string;
  /** The control's rectangle on the screen. */
  rect: CSSProperties;
};

/** `first`: the control that the pointer or the focus reached before this code was loaded. */
export function Tooltips({ first }: { first?: Element }) {
  const shown = useOpenTooltip(first);
  if (!shown) return null;
  return (
    <Radix.Provider>
      <Radix.Root open>
        <Radix.Trigger asChild>
          <span aria-hidden="true" className={styles.anchor} style={shown.rect} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={styles.tooltip} sideOffset={6} collisionPadding={8} aria-hidden="true">
            {shown.text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

function useOpenTooltip(first: Element | undefined): OpenTooltip | null {
  const [shown, setShown] = useState<OpenTooltip | null>(null);
  useEffect(() => {
    let control: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closedAt = -Infinity;
    let isOpen = false;

    const open = () => {
      // The tooltip would cover the menu that the control has opened.
      if (!control?.isConnected || control.getAttribute("aria-expanded") === "true") return;
      isOpen = true;
      const { left, top, width, height } = control.getBoundingClientRect();
      setShown({ text: control.getAttribute("aria-label") ?? "", rect: { left, top, width, height } });
    };
    const close = () => {
      clearTimeout(timer);
      control = null;
      if (isOpen) closedAt = performance.now();
      isOpen = false;
      setShown(null);
    };
    const setControl = (next: Element | null, delay: number) => {
      if (next === control) return;
      close();
      control = next;
      if (next) timer = setTimeout(open, performance.now() - closedAt < SKIP_WINDOW_MS ? 0 : delay);
    };
    const onHover = (event: PointerEvent) => {
      if (event.pointerType !== "touch") setControl(controlOf(event.target), OPEN_DELAY_MS);
    };
    const onFocus = (event: FocusEvent) => {
      const next = controlOf(event.target);
      if (next?.matches(":focus-visible")) setControl(next, 0);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    document.addEventListener("pointerover", onHover);
    document.addEventListener("focusin", onFocus);
    for (const end of closingEvents) document.addEventListener(end, close, true);
    document.addEventListener("keydown", onKey, true);
    if (first?.matches(":hover")) setControl(first, OPEN_DELAY_MS);
    else if (first?.matches(":focus-visible")) setControl(first, 0);
    return () => {
      close();
      document.removeEventListener("pointerover", onHover);
      document.removeEventListener("focusin", onFocus);
      for (const end of closingEvents) document.removeEventListener(end, close, true);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [first]);
  return shown;
}

const closingEvents = ["pointerdown", "focusout", "scroll"] as const;

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest("[data-tooltip]") : null;
}

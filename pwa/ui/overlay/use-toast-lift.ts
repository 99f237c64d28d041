// Keeps the toast above what the user needs next: the main button of a page's form, the field in focus, and pinned elements.
// Pinned to the bottom are a dialog's actions, a bottom sheet, the composer and the bars of a phone.
import { useLayoutEffect, type RefObject } from "react";

const NEEDED = "[data-pinned], [role=dialog] [type=submit], main [type=submit], main input:focus, main textarea:focus";
/** Pixels between the toast and an element that it must not cover. */
const GAP = 12;

/** Sets `--toast-lift` on the toast's viewport: the distance that the toast must rise. */
export function useToastLift(viewport: RefObject<HTMLElement | null>, toastId: number | null): void {
  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element || toastId === null) return;
    const sizes = new ResizeObserver(place);
    function place() {
      if (!element) return;
      const needed = [...document.querySelectorAll(NEEDED)];
      for (const one of needed) sizes.observe(one);
      element.style.setProperty("--toast-lift", `${liftOver(element, needed)}px`);
    }
    // Dialogs mount at the end of the body, and their opening animation moves their content.
    const dialogs = new MutationObserver(place);
    dialogs.observe(document.body, { childList: true });
    sizes.observe(element);
    // An error under a field moves the button below it.
    sizes.observe(document.body);
    window.addEventListener("resize", place);
    document.addEventListener("animationend", place);
    document.addEventListener("focusin", place);
    document.addEventListener("scrollend", place, true);
    place();
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
      window.removeEventListener("resize", place);
      document.removeEventListener("animationend", place);
      document.removeEventListener("focusin", place);
      document.removeEventListener("scrollend", place, true);
    };
  }, [viewport, toastId]);
}

function liftOver(viewport: HTMLElement, needed: readonly Element[]): number {
  const before = Number.parseFloat(viewport.style.getPropertyValue("--toast-lift")) || 0;
  const box = viewport.getBoundingClientRect();
  let [top, bottom] = [box.top + before, box.bottom + before];
  const others = needed.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);
  // From the lowest to the highest, since rising above one may reach the next.
  for (const other of others.sort((a, b) => b.bottom - a.bottom)) {
    const isBeside = other.right <= box.left || other.left >= box.right;
    if (isBeside || other.bottom <= top || other.top - GAP >= bottom) continue;
    const rise = bottom - (other.top - GAP);
    // A toast outside the screen is invisible: it may cover a tall sheet, but not the sheet's actions.
    if (top - rise < 0) continue;
    [top, bottom] = [top - rise, bottom - rise];
  }
  return box.bottom + before - bottom;
}

// Places a box of the top layer below its field, or above it where there is more room.

/** Between field and box, and between box and the edge of the window. */
const GAP = 4;
const EDGE = 8;

/** Shows the box and keeps it at its field. Calls `leave` when a press or the focus goes elsewhere, or the field scrolls away. Returns the end. */
export function hangFrom(box: HTMLElement, field: HTMLElement, leave: () => void): () => void {
  const place = () => {
    const { left, top, bottom, width } = field.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) return leave();
    // The keyboard of a phone covers a part of the window.
    const { start, end } = shownPart();
    const below = end - bottom - GAP - EDGE;
    const above = top - start - GAP - EDGE;
    box.style.minWidth = `${width}px`;
    box.style.maxHeight = "none";
    const isBelow = box.offsetHeight <= below || below >= above;
    box.style.maxHeight = `${Math.max(isBelow ? below : above, 0)}px`;
    const { clientWidth } = document.documentElement;
    box.style.left = `${Math.max(EDGE, Math.min(left, clientWidth - EDGE - box.offsetWidth))}px`;
    box.style.top = `${isBelow ? bottom + GAP : top - GAP - box.offsetHeight}px`;
  };
  const onResize = () => {
    // Otherwise a turned phone could move the field out of the window, which ends the list.
    if (field.contains(document.activeElement)) field.scrollIntoView({ block: "nearest" });
    place();
  };
  const isElsewhere = ({ target }: Event) => target instanceof Node && !box.contains(target) && !field.contains(target);
  const onElsewhere = (event: Event) => isElsewhere(event) && leave();
  const onScroll = (event: Event) => isElsewhere(event) && place();

  box.showPopover();
  place();
  // Its options may come later, and the keyboard too.
  const growth = new ResizeObserver(place);
  growth.observe(box);
  visualViewport?.addEventListener("resize", place);
  window.addEventListener("scroll", onScroll, { capture: true, passive: true });
  window.addEventListener("resize", onResize);
  document.addEventListener("pointerdown", onElsewhere, true);
  document.addEventListener("focusin", onElsewhere);
  return () => {
    growth.disconnect();
    visualViewport?.removeEventListener("resize", place);
    window.removeEventListener("scroll", onScroll, { capture: true });
    window.removeEventListener("resize", onResize);
    document.removeEventListener("pointerdown", onElsewhere, true);
    document.removeEventListener("focusin", onElsewhere);
  };
}

function shownPart(): { start: number; end: number } {
  const { offsetTop: start = 0, height = innerHeight } = visualViewport ?? {};
  return { start, end: start + height };
}

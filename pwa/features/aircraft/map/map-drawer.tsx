// The list of a phone: a drawer above the map, at half, full or 120 pixels. Its knob is pressed or dragged.
import { useRef, useState, type PointerEvent, type ReactNode } from "react";
import styles from "./map-drawer.module.css";

type DrawerSize = "small" | "half" | "full";

/** A press moves less. */
const SLOP_PX = 6;

type MapDrawerProps = {
  head: ReactNode;
  /** What the map shows as chosen; its rows are in the list, so a small drawer opens. */
  chosen: string | null;
  children: ReactNode;
};

export function MapDrawer({ head, chosen, children }: MapDrawerProps) {
  const [size, setSize] = useState<DrawerSize>("half");
  const [followed, setFollowed] = useState(chosen);
  if (followed !== chosen) {
    setFollowed(chosen);
    if (chosen !== null && size === "small") setSize("half");
  }
  const drawer = useRef<HTMLElement>(null);
  const drag = useRef<{ from: number; height: number; hasMoved: boolean } | null>(null);

  const isLarger = size !== "full";
  const next = () => setSize(isLarger ? (size === "half" ? "full" : "half") : "small");

  const onDown = (event: PointerEvent<HTMLButtonElement>) => {
    const height = drawer.current?.offsetHeight ?? 0;
    drag.current = { from: event.clientY, height, hasMoved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    const now = drag.current;
    if (!now || !drawer.current) return;
    const up = now.from - event.clientY;
    if (!now.hasMoved && Math.abs(up) < SLOP_PX) return;
    now.hasMoved = true;
    drawer.current.dataset["dragged"] = "";
    drawer.current.style.height = `${now.height + up}px`;
  };
  const onUp = () => {
    const box = drawer.current;
    if (!drag.current?.hasMoved || !box?.parentElement) return;
    const share = box.offsetHeight / box.parentElement.offsetHeight;
    delete box.dataset["dragged"];
    box.style.height = "";
    setSize(share > 0.7 ? "full" : share > 0.3 ? "half" : "small");
  };
  return (
    <section ref={drawer} className={styles.drawer} data-size={size} aria-label="List">
      <button
        type="button"
        className={styles.knob}
        aria-label={isLarger ? "Make the list larger" : "Make the list smaller"}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onClick={() => {
          // A drag ends with a click, too.
          if (!drag.current?.hasMoved) next();
          drag.current = null;
        }}
      />
      {head}
      {children}
    </section>
  );
}

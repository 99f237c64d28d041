import { generate } from "lean-qr";
import { useMemo } from "react";
import styles from "./second-factor.module.css";

/** Light modules around the code, which scanners need. */
const QUIET = 4;

/** Draws a text as a QR code on this device. Dark on light in both themes, since some scanners read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawn(text: string): { side: number; path: string } {
  const code = generate(text);
  const places = Array.from({ length: code.size }, (_, at) => at);
  const squares = places.flatMap((y) =>
    places.filter((x) => code.get(x, y)).map((x) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`),
  );
  return { side: code.size + 2 * QUIET, path: squares.join("") };
}

// Wheels with their legs, covers and doors.
import type { Wheel } from "./airplane.ts";
import { packed, short, type Pen, type Points } from "./pen.ts";
import { rod } from "./strokes.ts";

type WheelLook = { kind: "fixed" | "retractable"; pants: string | null; isFar: boolean; isMain: boolean };

export function wheel(pen: Pen, { x, radius, leg, axle = radius }: Wheel, look: WheelLook): string {
  const [cx, cy, r] = [pen.x(x), pen.y(axle), radius * pen.scale];
  const color = look.isFar ? "#8D989F" : "#C2CACE";
  const isFolding = look.kind === "retractable";
  const brace = isFolding
    ? rod(
        pen,
        [
          [leg[0] + 0.1, leg[1] - 0.3],
          [x + 0.5, radius * 1.9],
          [x + 0.1, radius * 1.1],
        ],
        0.12,
        "#98A3AA",
      )
    : "";
  const strutOf = rod(pen, [leg, [x, axle + 0.1]], isFolding || look.isMain ? 0.3 : 0.22, color) + brace;
  const deep = Math.min(1.3, leg[1] * 0.42);
  const door: Points = [
    [leg[0] + 0.28, leg[1] + 0.2],
    [leg[0] + 0.95, leg[1] + 0.2],
    [leg[0] + 0.82, leg[1] - deep],
    [leg[0] + 0.36, leg[1] - deep],
  ];
  const doorOf =
    isFolding && !look.isFar
      ? `<path data-part="gear-door" d="${pen.polygon(door)}" fill="#DDE2E4" stroke="#0C1B26" stroke-opacity=".35" stroke-width="1"/>`
      : "";
  const circle = (share: number, fill: string, part = "") =>
    `<circle${part} cx="${short(cx)}" cy="${short(cy)}" r="${short(r * share)}" fill="${fill}"/>`;
  const tire =
    circle(1, "#1B2228", ' data-part="wheel"') +
    circle(0.54, color) +
    circle(0.2, "#4B5963") +
    `<path d="M${packed([cx - r * 0.78, cy - r * 0.2])}A${packed([r * 0.8, r * 0.8])} 0 0 1 ${packed([cx + r * 0.3, cy - r * 0.74])}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="${short(r * 0.12)}"/>`;
  const shoe = look.pants === null ? "" : pant(pen, x, radius, look.pants);
  return `<g${look.isFar ? ' opacity=".8"' : ""}>${strutOf}${doorOf}${tire}${shoe}</g>`;
}

function pant(pen: Pen, x: number, r: number, color: string): string {
  const top: Points = [
    [x - r * 1.7, r * 1.02],
    [x - r * 1.15, r * 1.68],
    [x, r * 1.98],
    [x + r * 1.3, r * 1.62],
    [x + r * 2.7, r * 1.08, "corner"],
  ];
  const bottom: Points = [
    [x - r * 1.7, r * 1.02],
    [x - r * 1.3, r * 0.6],
    [x, r * 0.42],
    [x + r * 1.2, r * 0.6],
    [x + r * 2.7, r * 1.08, "corner"],
  ];
  const outline = pen.between(top, bottom);
  const middle: Points = [
    [x - r * 1.68, r * 0.95],
    [x - r * 0.2, r * 1.12],
    [x + r * 2.6, r * 1.08, "corner"],
  ];
  return (
    `<path data-part="pant" d="${outline}" fill="url(#m)" stroke="#0C1B26" stroke-opacity=".24" stroke-width="1"/>` +
    `<path d="${pen.between(middle, bottom)}" fill="${color}"/>`
  );
}

// Wings, their struts and tips, and the tail plane.
import type { Airplane, Wing } from "./airplane.ts";
import { heightAt, short, type Pen, type Point, type Points } from "./pen.ts";
import { line, rod } from "./strokes.ts";

/** A section of a wing from its end, nose left. */
const section = (x: number, y: number, chord: number, thick: number): Point[] => [
  [x, y],
  [x + chord * 0.07, y + thick * 0.4],
  [x + chord * 0.3, y + thick * 0.6],
  [x + chord * 0.65, y + thick * 0.36],
  [x + chord, y, "corner"],
  [x + chord * 0.6, y - thick * 0.22],
  [x + chord * 0.2, y - thick * 0.34],
  [x, y],
];

/** The near wing: its lower side rises from the root to the tip, which is toward the viewer. */
export function wing(pen: Pen, { wing: one, livery }: Airplane): string {
  const { x, y, chord, thickness, tip } = one;
  const thin = (thickness * tip.chord) / chord;
  const under: Points = [
    [x, y, "corner"],
    [tip.x, tip.y, "corner"],
    [tip.x + tip.chord, tip.y, "corner"],
    [x + chord, y, "corner"],
    [x + chord * 0.5, y - thickness * 0.34],
    [x, y, "corner"],
  ];
  const hinge: Points = [
    [x + chord * 0.74, y - thickness * 0.1],
    [tip.x + tip.chord * 0.72, tip.y],
  ];
  const root = one.place === "low" ? rootFairing(pen, one) : "";
  const metal = livery.pattern === "bolt" ? livery.base : "url(#m)";
  return (
    `<g data-part="wing">${root}<path d="${pen.shape(section(x, y, chord, thickness))}" fill="${metal}"/>` +
    `<path d="${pen.shape(under)}" fill="${livery.pattern === "bolt" ? "#CF9C1F" : "url(#w)"}"/>${line(pen, hinge)}` +
    `<path d="${pen.shape(section(tip.x, tip.y, tip.chord, thin))}" fill="${one.tank || one.place === "high" ? metal : livery.belly}" stroke="#0C1B26" stroke-opacity=".3" stroke-width="1"/>` +
    `${winglet(pen, one, livery.belly)}` +
    `<circle cx="${short(pen.x(tip.x + 0.3))}" cy="${short(pen.y(tip.y + 0.04))}" r="3.2" fill="#D8232E"/></g>`
  );
}

function rootFairing(pen: Pen, { x, y, chord, thickness }: Wing): string {
  const points: Points = [
    [x - 0.5, y + 0.1],
    [x + chord * 0.2, y + thickness * 0.75],
    [x + chord * 0.7, y + thickness * 0.55],
    [x + chord * 1.22, y + 0.12, "corner"],
    [x + chord * 0.7, y - thickness * 0.42],
    [x + chord * 0.2, y - thickness * 0.5],
    [x - 0.5, y + 0.1],
  ];
  return `<path d="${pen.shape(points)}" fill="url(#m)" stroke="#0C1B26" stroke-opacity=".14" stroke-width="1"/>`;
}

function winglet(pen: Pen, { tip, winglet: high }: Wing, color: string): string {
  if (!high) return "";
  const back = tip.x + tip.chord;
  const points: Points = [
    [tip.x + tip.chord * 0.3, tip.y + 0.1, "corner"],
    [tip.x + tip.chord * 0.62, tip.y + high * 0.35],
    [back - tip.chord * 0.05 + high * 0.22, tip.y + high, "corner"],
    [back + high * 0.42, tip.y + high, "corner"],
    [back + 0.1, tip.y, "corner"],
    [tip.x + tip.chord * 0.3, tip.y + 0.1, "corner"],
  ];
  return `<path data-part="winglet" d="${pen.shape(points)}" fill="${color}" stroke="#0C1B26" stroke-opacity=".25" stroke-width="1"/>`;
}

/** The tank lies nearer to the viewer than the engine, so it is drawn after it. */
export function tipTank(pen: Pen, { wing: { tank: one }, livery }: Airplane): string {
  if (!one) return "";
  const { x, y, length, radius } = one;
  const half = (sign: 1 | -1): Point[] => [
    [x, y, "corner"],
    [x + length * 0.12, y + sign * radius * 0.78],
    [x + length * 0.4, y + sign * radius],
    [x + length * 0.75, y + sign * radius * 0.68],
    [x + length, y + radius * 0.35, "corner"],
  ];
  const outline = pen.between(half(1), half(-1));
  const stripe: Points = [
    [x + length * 0.03, y + radius * 0.12],
    [x + length * 0.5, y + radius * 0.16],
    [x + length * 0.97, y + radius * 0.4],
    [x + length * 0.5, y - radius * 0.24],
  ];
  return `<g data-part="tip-tank"><path d="${outline}" fill="url(#n)" stroke="#0C1B26" stroke-opacity=".3" stroke-width="1.2"/><path d="${pen.shape([...stripe, stripe[0] ?? [x, y]])}" fill="${livery.belly}"/></g>`;
}

export function strut(pen: Pen, { wing: { strut: ends } }: Airplane): string {
  if (!ends) return "";
  const shine: Points = [ends[0], ends[1]];
  return `<g data-part="strut">${rod(pen, ends, 0.3, "#B4BEC4")}${rod(pen, shine, 0.1, "#F4F6F6")}</g>`;
}

export function tailPlane(pen: Pen, { tail, livery }: Airplane): string {
  const { x, y, chord, tipChord, sweep, thickness } = tail.plane;
  const tipY = y + 0.1;
  const side: Points = [
    [x, y, "corner"],
    [x + sweep, tipY, "corner"],
    [x + sweep + tipChord, tipY, "corner"],
    [x + chord, y, "corner"],
    [x, y, "corner"],
  ];
  const bullet: Points = [
    [x - 0.5, y + 0.02],
    [x + chord * 0.3, y + thickness * 0.8],
    [x + chord * 1.12, y + 0.04, "corner"],
    [x + chord * 0.3, y - thickness * 0.6],
    [x - 0.5, y + 0.02],
  ];
  const cap = tail.kind === "t" ? `<path d="${pen.shape(bullet)}" fill="url(#m)"/>` : "";
  return (
    `<g data-part="tail-plane">${cap}<path d="${pen.shape(section(x, y, chord, thickness))}" fill="url(#m)" stroke="#0C1B26" stroke-opacity=".2" stroke-width="1"/><path d="${pen.shape(side)}" fill="url(#w)"/>` +
    `<path d="${pen.shape(section(x + sweep, tipY, tipChord, thickness * 0.8))}" fill="${livery.belly}" stroke="#0C1B26" stroke-opacity=".25" stroke-width="1"/></g>`
  );
}

export function strakes(pen: Pen, { tail: { strake }, bottom }: Airplane): string {
  if (!strake) return "";
  const [from, to, deep] = strake;
  const at = (x: number) => heightAt(bottom, x);
  const points: Points = [
    [from, at(from) + 0.4],
    [from + (to - from) * 0.55, at(to) - deep],
    [to - 0.2, at(to) - deep + 0.1],
    [to, at(to) + 0.3],
  ];
  return `<path data-part="strake" d="${pen.polygon(points)}" fill="#C9D1D5" stroke="#0C1B26" stroke-opacity=".25" stroke-width="1"/>`;
}

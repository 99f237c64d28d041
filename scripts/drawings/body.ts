// Fuselage, paint, windows and fin.
import type { Airplane, Pane } from "./airplane.ts";
import { lettering } from "./lettering.ts";
import { heightAt, short, type Pen, type Point, type Points } from "./pen.ts";

/** The height at a share of the body's depth: 0 is the belly, 1 the roof. */
function level(plane: Airplane, x: number, share: number): number {
  const low = heightAt(plane.bottom, x);
  return low + (heightAt(plane.top, x) - low) * share;
}

/** Points along the body from nose to tail, at heights that `share` gives for each tenth of the way. */
function along(plane: Airplane, share: (way: number) => number): Point[] {
  const from = plane.top[0]?.[0] ?? 0;
  const to = plane.top.at(-1)?.[0] ?? 0;
  return Array.from({ length: 11 }, (_, step) => {
    const x = from + ((to - from) * step) / 10;
    return [x, level(plane, x, share(step / 10))];
  });
}

function band(pen: Pen, upper: Points, lower: Points, color: string): string {
  return `<path d="${pen.between(upper, lower)}" fill="${color}"/>`;
}

/** The second color and its line, cut off at the body's outline by the caller. */
function paint(pen: Pen, plane: Airplane): string {
  const { livery } = plane;
  const below = along(plane, () => -0.4);
  const edge = (base: number, rise: number, lift = 0) =>
    along(plane, (way) => base + lift + rise * Math.max(0, way - 0.3) ** 1.6);
  switch (livery.pattern) {
    case "belly":
      return (
        band(pen, edge(0.34, 0.5, 0.075), below, livery.line) +
        band(pen, edge(0.34, 0.5, 0.045), below, livery.base) +
        band(pen, edge(0.34, 0.5), below, livery.belly)
      );
    case "stripe":
      return (
        band(pen, edge(0.5, 0.2, 0.02), edge(0.4, 0.2), livery.belly) +
        band(pen, edge(0.36, 0.2, 0.015), edge(0.33, 0.2), livery.line)
      );
    case "sweep": {
      const upper = along(plane, (way) => 0.2 + 1.4 * way ** 4);
      const middle = along(plane, (way) => 0.12 + 1.28 * way ** 4);
      return band(pen, upper, middle, livery.line) + band(pen, middle, below, livery.belly);
    }
    case "bolt": {
      const upper = along(plane, (way) => (way < 0.25 ? 0.68 - way * 0.4 : 0.58 - way * 0.1));
      const lower = along(plane, (way) => (way < 0.25 ? 0.5 : 0.46 - way * 0.1));
      return band(pen, upper, lower, livery.line);
    }
  }
}

/** Shape of a fin with a softened upper front corner. */
function finPoints({ tail: { fin, fillet } }: Airplane): Point[] {
  const [front, back] = fin.tip;
  const slope = (front - fin.root) / (fin.top - fin.base);
  const start: Point[] = fillet
    ? [
        [fillet, fin.base - 0.1, "corner"],
        [fin.root - 0.5, fin.base + 0.22],
      ]
    : [];
  return [
    ...start,
    [fin.root, fin.base + (fillet ? 0.4 : 0), "corner"],
    [front - slope * 0.5, fin.top - 0.5, "corner"],
    [front + 0.25, fin.top, "corner"],
    [back - 0.1, fin.top, "corner"],
    [back, fin.top - 0.12, "corner"],
    [fin.end, fin.base - 0.45, "corner"],
    [fillet ?? fin.root, fin.base - 0.5, "corner"],
  ];
}

export function fin(pen: Pen, plane: Airplane): string {
  const { tail, livery } = plane;
  const { root, base, tip, top, end } = tail.fin;
  const outline = pen.shape(finPoints(plane));
  const high = top - base;
  const lines = [0.18, 0.3, 0.36].map((share) => base + high * share);
  const [low = 0, middle = 0, high2 = 0] = lines;
  const across = (y: number, rise: number, depth: number): Point[] => [
    [root - 4, y - depth],
    [end + 2, y + rise - depth],
    [end + 2, y + rise],
    [root - 4, y],
  ];
  const cap: Points = [
    [root - 4, high2],
    [end + 2, high2 + high * 0.45],
    [end + 2, top + 2],
    [root - 4, top + 2],
  ];
  const isPlain = livery.pattern === "bolt";
  const colors = isPlain
    ? ""
    : `<path d="${pen.polygon(cap)}" fill="${livery.belly}"/>` +
      `<path d="${pen.polygon(across(middle, high * 0.45, (middle - low) * 0.75))}" fill="${livery.line}"/>`;
  const hinge = tail.hinge ?? 0.66;
  const post: Points = [
    [tip[0] + (tip[1] - tip[0]) * hinge, top],
    [root + (end - root) * (hinge + 0.08), base - 0.2],
  ];
  return (
    `<clipPath id="t"><path id="v" d="${outline}"/></clipPath><g data-part="fin"><use href="#v" fill="${livery.base}"/><g clip-path="url(#t)">${colors}` +
    `<use href="#v" fill="url(#f)"/></g><path d="${pen.polygon(post).slice(0, -1)}" stroke="#0C1B26" stroke-opacity=".4" stroke-width="1.6"/></g>`
  );
}

export function body(pen: Pen, plane: Airplane): string {
  const { livery, doors = [] } = plane;
  const seams = doors.map((door) => pen.curve(door)).join("");
  const shine = along(plane, () => 0.8);
  return (
    `<clipPath id="c"><path id="o" d="${pen.between(plane.top, plane.bottom)}"/></clipPath><g data-part="body"><use href="#o" fill="${livery.base}"/><g clip-path="url(#c)">${paint(pen, plane)}` +
    `<use href="#o" fill="url(#b)"/><path d="${pen.curve(shine)}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="${short(0.34 * pen.scale)}"/></g>` +
    `<use href="#o" fill="none" stroke="#0C1B26" stroke-opacity=".22" stroke-width="1.2"/></g>` +
    `<path d="${seams}" fill="none" stroke="#0C1B26" stroke-opacity=".26" stroke-width="1.6"/>${bodyNumber(pen, plane)}${glass(pen, plane)}`
  );
}

/** The tail number above the paint; a jet has it on its engine. */
function bodyNumber(pen: Pen, plane: Airplane): string {
  const { registration, livery, engines } = plane;
  if (!registration || engines.place === "tail") return "";
  const { text, x, height } = registration;
  const middle = x + height * text.length * 0.46;
  return lettering(pen, text, x, level(plane, middle, 0.61), height, livery.letters ?? livery.belly);
}

function glass(pen: Pen, plane: Airplane): string {
  const { panes, sill, rim, row } = plane.windows;
  const first = panes[0]?.front[0] ?? 0;
  const last = panes.at(-1)?.back[0] ?? 1;
  const lower = (x: number) => sill[0] + ((sill[1] - sill[0]) * (x - first)) / (last - first);
  const upper = (x: number) => Math.max(lower(x) + 0.1, heightAt(plane.top, x) - rim);
  const corners = ({ front, back }: Pane): Point[] => {
    const head = [0, 1, 2, 3].map((n): Point => {
      const x = front[1] + ((back[1] - front[1]) * n) / 3;
      return n % 3 === 0 ? [x, upper(x), "corner"] : [x, upper(x)];
    });
    return [
      [front[0], lower(front[0]), "corner"],
      ...head,
      [back[0], lower(back[0]), "corner"],
      [front[0], lower(front[0]), "corner"],
    ];
  };
  const pieces = panes.map((pane) => {
    const wide = pane.back[0] - pane.front[0];
    const glint: Points = [
      [pane.front[0] + wide * 0.3, lower(pane.front[0]) + 0.08],
      [
        pane.front[1] + (pane.back[1] - pane.front[1]) * 0.45,
        upper(pane.front[1] + (pane.back[1] - pane.front[1]) * 0.45) - 0.08,
      ],
      [
        pane.front[1] + (pane.back[1] - pane.front[1]) * 0.65,
        upper(pane.front[1] + (pane.back[1] - pane.front[1]) * 0.65) - 0.08,
      ],
      [pane.front[0] + wide * 0.48, lower(pane.front[0]) + 0.08],
    ];
    return (
      `<path data-part="window" d="${pen.shape(corners(pane))}" fill="url(#g)" stroke="#1A2B36" stroke-width="2.4" stroke-linejoin="round"/>` +
      `<path d="${pen.polygon(glint)}" fill="#fff" opacity=".17"/>`
    );
  });
  const rowOf = Array.from({ length: row?.count ?? 0 }, (_, n) => {
    if (!row) return "";
    const [x, y] = [pen.x(row.x + n * row.step), pen.y(row.y)];
    const [rx, ry] = [(row.wide / 2) * pen.scale, (row.high / 2) * pen.scale];
    return (
      `<ellipse data-part="window" cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="url(#g)" stroke="#E6EAEA" stroke-width="2"/>` +
      `<path d="M${short(x - rx * 0.45)} ${short(y + ry * 0.2)}L${short(x + rx * 0.15)} ${short(y - ry * 0.65)}" stroke="#fff" stroke-opacity=".5" stroke-width="1.8"/>`
    );
  });
  return pieces.join("") + rowOf.join("");
}

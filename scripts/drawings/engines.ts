// Engines, their nacelles and propellers.
import type { Engines, Propeller } from "./airplane.ts";
import { short, type Pen, type Point, type Points } from "./pen.ts";
import { line, rod } from "./strokes.ts";

/** Blades at rest; those that turn away from the viewer look shorter. */
export function propeller(pen: Pen, x: number, y: number, { diameter, blades, spinner }: Propeller): string {
  const start = blades === 2 ? 0 : blades === 4 ? 24 : 14;
  const radius = diameter / 2;
  const drawn = Array.from({ length: blades }, (_, n) => {
    const angle = ((start + (n * 360) / blades) * Math.PI) / 180;
    const long = radius * Math.cos(angle);
    const wide = diameter * (0.045 + 0.035 * Math.abs(Math.sin(angle)));
    const lean = Math.sin(angle) * 0.16;
    const to = (share: number, side: number): Point => [x + lean * share + wide * side, y + long * share];
    const edge: Points = [
      to(0, -0.35),
      to(0.4, -0.6),
      to(0.92, -0.38),
      to(1, 0.05),
      to(0.92, 0.4),
      to(0.4, 0.55),
      to(0, 0.35),
    ];
    const tip: Points = [to(0.91, -0.4), to(0.96, -0.3), to(1, 0.05), to(0.96, 0.32), to(0.91, 0.42)];
    const shade = Math.sin(angle) < -0.3 ? "#39424A" : "#20272D";
    return {
      depth: Math.sin(angle),
      svg: `<path data-part="blade" d="${pen.shape(edge)}" fill="${shade}"/><path d="${pen.polygon(tip)}" fill="#F1EDE2"/>`,
    };
  }).sort((a, b) => a.depth - b.depth);
  const [length, r] = spinner;
  const cone = (share: number): Point[] => [
    [x + length * 0.45, y + r * share, "corner"],
    [x - length * 0.1, y + r * 0.84 * share],
    [x - length * 0.42, y + r * 0.42 * share],
    [x - length * 0.55, y, "corner"],
  ];
  const outline = pen.between(cone(1), cone(-1));
  const light = pen.between(cone(0.86), cone(0.34));
  return `<g data-part="propeller">${drawn.map(({ svg }) => svg).join("")}<path d="${outline}" fill="#C3CACE" stroke="#0C1B26" stroke-opacity=".3" stroke-width="1"/><path d="${light}" fill="#fff" opacity=".55"/></g>`;
}

export function nacelle(pen: Pen, engines: Engines, belly: string): string {
  const { x, y, length = 8, radius = 0.8, kind, propeller: screw } = engines;
  const isTurbine = kind === "turboprop";
  const from = x + 0.35;
  const top: Points = [
    [from, y + radius * (isTurbine ? 0.6 : 0.78), "corner"],
    [from + length * 0.1, y + radius * 0.92],
    [from + length * 0.35, y + radius],
    [from + length * 0.7, y + radius * 0.6],
    [from + length, y - radius * 0.15, "corner"],
  ];
  const bottom: Points = [
    [from, y - radius * (isTurbine ? 0.7 : 0.8), "corner"],
    [from + length * 0.08, y - radius * (isTurbine ? 1.18 : 1)],
    [from + length * 0.35, y - radius * 1.22],
    [from + length * 0.7, y - radius * 0.9],
    [from + length, y - radius * 0.2, "corner"],
  ];
  const outline = pen.between(top, bottom);
  const lower: Points = [
    [from, y - radius * 0.3, "corner"],
    [from + length * 0.4, y - radius * 0.36],
    [from + length, y - radius * 0.17, "corner"],
  ];
  const paint = `<path d="${pen.between(lower, bottom)}" fill="${belly}"/><path d="${pen.between(lower, bottom)}" fill="url(#d)"/>`;
  const inlet: Point[] = isTurbine
    ? [
        [from + 0.02, y - radius * 0.62],
        [from + 0.5, y - radius * 0.6],
        [from + 0.55, y - radius * 1.02],
        [from + 0.2, y - radius * 0.98],
      ]
    : [
        [from + 0.04, y + radius * 0.58],
        [from + 0.5, y + radius * 0.66],
        [from + 0.5, y + radius * 0.2],
        [from + 0.04, y + radius * 0.16],
      ];
  return (
    `<g data-part="engine"><path d="${outline}" fill="url(#n)" stroke="#0C1B26" stroke-opacity=".26" stroke-width="1.2"/>${paint}` +
    line(
      pen,
      [
        [from + length * 0.17, y + radius * 0.94],
        [from + length * 0.17, y - radius * 1.1],
      ],
      0.22,
    ) +
    `<path d="${pen.polygon(inlet)}" fill="#131E26"/>${isTurbine ? exhaust(pen, from + length * 0.2, y + radius * 0.1) : ""}</g>` +
    (screw ? propeller(pen, x, y, screw) : "")
  );
}

/** The bent pipe on the side of a turboprop. */
export function exhaust(pen: Pen, x: number, y: number): string {
  const pipe: Points = [
    [x, y],
    [x + 0.6, y + 0.1],
    [x + 1.25, y + 0.06],
  ];
  const shine = pipe.map(([px, py]): Point => [px, py + 0.1]);
  return `<g data-part="exhaust">${rod(pen, pipe, 0.52, "#56636C")}${rod(pen, shine, 0.14, "#AEB9BF")}</g>`;
}

export function jet(pen: Pen, { x, y, length = 8, radius = 1.3 }: Engines): string {
  const edge = (sign: 1 | -1): Point[] => [
    [x, y + sign * radius * 0.84, "corner"],
    [x + length * 0.09, y + sign * radius],
    [x + length * 0.45, y + sign * radius * 1.02],
    [x + length * 0.82, y + sign * radius * 0.72],
    [x + length, y + sign * radius * 0.48, "corner"],
  ];
  const outline = pen.between(edge(1), edge(-1));
  const lip: Points = [
    [x, y + radius * 0.84, "corner"],
    [x + length * 0.06, y + radius * 0.98, "corner"],
    [x + length * 0.085, y],
    [x + length * 0.06, y - radius * 0.98, "corner"],
    [x, y - radius * 0.84, "corner"],
    [x + 0.12, y],
    [x, y + radius * 0.84, "corner"],
  ];
  const nozzle: Points = [
    [x + length - 0.04, y + radius * 0.46],
    [x + length + 0.6, y + radius * 0.3],
    [x + length + 0.6, y - radius * 0.3],
    [x + length - 0.04, y - radius * 0.46],
  ];
  return (
    `<g data-part="engine"><path d="${pen.polygon(nozzle)}" fill="#4D5A63"/><path d="${outline}" fill="url(#n)" stroke="#0C1B26" stroke-opacity=".3" stroke-width="1.2"/>` +
    `<path d="${pen.shape(lip)}" fill="#8F9BA3"/><ellipse cx="${short(pen.x(x + 0.02))}" cy="${short(pen.y(y))}" rx="${short(0.16 * pen.scale)}" ry="${short(radius * 0.82 * pen.scale)}" fill="#131E26"/>` +
    `${line(pen, [
      [x + length * 0.5, y + radius],
      [x + length * 0.5, y - radius],
    ])}${line(pen, [
      [x + length * 0.8, y + radius * 0.72],
      [x + length * 0.8, y - radius * 0.72],
    ])}</g>`
  );
}

/** Cylinders that stick out of a light cowling. */
export function openCylinders(pen: Pen, { x, y }: Engines): string {
  return [0, 0.8]
    .map((step) => {
      const at = x + 0.75 + step;
      const fins = [0, 0.13, 0.26, 0.39]
        .map((high) =>
          line(
            pen,
            [
              [at - 0.26, y - 0.32 + high],
              [at + 0.26, y - 0.32 + high],
            ],
            0.7,
          ),
        )
        .join("");
      return `<path data-part="cylinder" d="${pen.polygon([
        [at - 0.3, y - 0.42],
        [at + 0.3, y - 0.42],
        [at + 0.26, y + 0.16],
        [at - 0.26, y + 0.16],
      ])}" fill="#7C878E"/>${fins}`;
    })
    .join("");
}

// The Baron and the 310: twins with a low tail.
import type { Airplane } from "../airplane.ts";

const baron: Airplane = {
  name: "Beechcraft Baron G58",
  type: "multi-engine",
  registration: { text: "N58TH", x: 19.9, height: 0.66 },
  scene: "coast",
  livery: { base: "#FBFAF5", belly: "#1F5A4A", line: "#C9952E", pattern: "belly" },
  ...{ length: 29.8, height: 9.75 },
  top: [
    [0, 4.6, "corner"],
    [1, 5.1],
    [3, 5.56],
    [5.6, 5.96],
    [8, 6.3, "corner"],
    [9.3, 7.16],
    [10.6, 7.64],
    [12.4, 7.76],
    [16.4, 7.66],
    [18.6, 7.2],
    [21, 6.56],
    [24.4, 6.1],
    [28.2, 5.8, "corner"],
  ],
  bottom: [
    [0, 4.5, "corner"],
    [0.7, 4.06],
    [2.4, 3.62],
    [6, 3.26],
    [11, 3.1],
    [16, 3.26],
    [20, 4.1],
    [24.4, 5.02],
    [28.2, 5.54, "corner"],
  ],
  windows: {
    panes: [
      { front: [8.3, 9.6], back: [9.5, 10.1] },
      { front: [9.9, 10.5], back: [12.3, 12.2] },
      { front: [12.7, 12.6], back: [15.1, 15] },
      { front: [15.5, 15.4], back: [18.6, 17.5] },
    ],
    ...{ sill: [6.36, 6.46], rim: 0.22 },
  },
  wing: {
    ...{ place: "low", x: 9.2, y: 3.5, chord: 6.8, thickness: 0.84 },
    tip: { x: 10.8, y: 5.2, chord: 3 },
  },
  tail: {
    kind: "low",
    fin: { root: 23.6, base: 6.05, tip: [27, 29.3], top: 9.75, end: 28.7 },
    fillet: 21.2,
    plane: { x: 24.2, y: 5.74, chord: 3.9, tipChord: 2.6, sweep: 0.9, thickness: 0.46 },
  },
  engines: {
    ...{ kind: "piston", place: "wings", x: 5.1, y: 4.5, length: 9.6, radius: 0.82 },
    propeller: { diameter: 6.4, blades: 3, spinner: [1.5, 0.58] },
  },
  gear: {
    kind: "retractable",
    main: { x: 13.3, radius: 0.74, leg: [12.9, 3.5] },
    nose: { x: 3.5, radius: 0.6, leg: [4, 3.6] },
  },
  doors: [
    [
      [2.8, 5.4, "corner"],
      [2.8, 4.4, "corner"],
      [5.6, 4.5, "corner"],
      [5.6, 5.8, "corner"],
      [2.8, 5.4, "corner"],
    ],
    [
      [15, 6.3, "corner"],
      [15, 3.9, "corner"],
      [18.6, 4.3, "corner"],
      [18.7, 6.3, "corner"],
    ],
  ],
};

const cessna310: Airplane = {
  ...baron,
  name: "Cessna 310R",
  registration: { text: "N310TH", x: 20.4, height: 0.66 },
  scene: "dusk",
  livery: { base: "#F9F6EC", belly: "#7A2B1D", line: "#D59A3A", pattern: "belly" },
  ...{ length: 32, height: 10.7 },
  // The R model's long nose holds the baggage.
  top: [
    [0, 4.8, "corner"],
    [1.2, 5.34],
    [3.6, 5.82],
    [7, 6.2],
    [9.8, 6.5, "corner"],
    [11.2, 7.4],
    [12.4, 7.84],
    [14.2, 7.94],
    [17.2, 7.76],
    [19.4, 7.2],
    [22, 6.6],
    [26, 6.2],
    [30.4, 5.9, "corner"],
  ],
  bottom: [
    [0, 4.7, "corner"],
    [0.8, 4.24],
    [3, 3.76],
    [7, 3.4],
    [12, 3.26],
    [17, 3.42],
    [21, 4.2],
    [26, 5.2],
    [30.4, 5.64, "corner"],
  ],
  windows: {
    panes: [
      { front: [10.1, 11.4], back: [11.3, 11.9] },
      { front: [11.7, 12.3], back: [14.1, 14] },
      { front: [14.5, 14.4], back: [16.7, 16.6] },
      { front: [17.1, 17], back: [19.6, 18.6] },
    ],
    ...{ sill: [6.56, 6.64], rim: 0.22 },
  },
  wing: {
    ...{ place: "low", x: 11, y: 3.6, chord: 5.8, thickness: 0.8 },
    tip: { x: 11.9, y: 5, chord: 3.8 },
    tank: { x: 9.6, y: 5.62, length: 10.2, radius: 0.8 },
  },
  tail: {
    kind: "low",
    fin: { root: 26, base: 6.15, tip: [29.4, 31.6], top: 10.7, end: 31 },
    fillet: 22.6,
    plane: { x: 26.4, y: 5.86, chord: 4.2, tipChord: 2.8, sweep: 0.8, thickness: 0.46 },
  },
  engines: {
    ...{ kind: "piston", place: "wings", x: 6.6, y: 4.62, length: 10.4, radius: 0.84 },
    propeller: { diameter: 6.4, blades: 3, spinner: [1.5, 0.58] },
  },
  gear: {
    kind: "retractable",
    main: { x: 14.9, radius: 0.78, leg: [14.4, 3.6] },
    nose: { x: 4.8, radius: 0.64, leg: [5.2, 3.7] },
  },
  doors: [
    [
      [3, 5.6, "corner"],
      [3, 4.6, "corner"],
      [6.6, 4.6, "corner"],
      [6.6, 6, "corner"],
      [3, 5.6, "corner"],
    ],
  ],
};

export const beechcraftCessnaTwins: readonly Airplane[] = [baron, cessna310];

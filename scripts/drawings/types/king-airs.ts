// King Airs: a turboprop on each wing under a T-tail.
import type { Airplane } from "../airplane.ts";

const kingAir350: Airplane = {
  name: "Beechcraft King Air 350i",
  type: "turboprop",
  registration: { text: "N350TH", x: 34.4, height: 0.9 },
  scene: "dusk",
  livery: { base: "#F8F7F4", belly: "#5A1B2B", line: "#B9A06A", pattern: "belly" },
  ...{ length: 46.7, height: 14.3 },
  top: [
    [0, 6.5, "corner"],
    [1.2, 7.2],
    [3.8, 8.04],
    [7.4, 8.8, "corner"],
    [9.2, 9.74],
    [11.2, 10.44],
    [14, 10.7],
    [20, 10.74],
    [29.6, 10.68],
    [34, 10.24],
    [39, 9.72],
    [45.2, 9, "corner"],
  ],
  bottom: [
    [0, 6.3, "corner"],
    [0.9, 5.8],
    [3.2, 5.26],
    [7.4, 4.86],
    [13, 4.66],
    [22, 4.62],
    [29, 4.9],
    [34, 6],
    [39, 7.4],
    [45.2, 8.66, "corner"],
  ],
  windows: {
    panes: [
      { front: [7.8, 9.6], back: [10.1, 10.3] },
      { front: [10.5, 10.9], back: [13.2, 13] },
    ],
    ...{ sill: [8.82, 8.92], rim: 0.24 },
    row: { count: 7, x: 16, step: 2, y: 9.14, wide: 1.12, high: 1.14 },
  },
  wing: {
    ...{ place: "low", x: 15.4, y: 5.1, chord: 8.6, thickness: 1.1 },
    tip: { x: 18, y: 7.2, chord: 3.5 },
    winglet: 1.9,
  },
  tail: {
    kind: "t",
    fin: { root: 35.6, base: 10, tip: [41, 45.6], top: 14, end: 45.2 },
    fillet: 31.4,
    plane: { x: 40.4, y: 14.08, chord: 5.6, tipChord: 3.8, sweep: 1, thickness: 0.76 },
    strake: [36.6, 42.4, 1.1],
  },
  engines: {
    ...{ kind: "turboprop", place: "wings", x: 10.8, y: 6.72, length: 14.2, radius: 1.16 },
    propeller: { diameter: 8.75, blades: 4, spinner: [2.1, 0.78] },
  },
  gear: {
    kind: "retractable",
    main: { x: 19.9, radius: 0.86, leg: [19.2, 5.2] },
    nose: { x: 6, radius: 0.74, leg: [6.4, 5.1] },
  },
  doors: [
    [
      [30.2, 10.2, "corner"],
      [30.1, 5.5, "corner"],
      [32.9, 6, "corner"],
      [33, 10, "corner"],
      [30.2, 10.2, "corner"],
    ],
    [
      [3, 7.8, "corner"],
      [3, 5.4, "corner"],
    ],
  ],
};

const kingAir250: Airplane = {
  ...kingAir350,
  name: "Beechcraft King Air 250",
  registration: { text: "N250TH", x: 31.6, height: 0.9 },
  scene: "evening",
  livery: { base: "#FAFAF8", belly: "#1C4A5E", line: "#C8843A", pattern: "stripe" },
  ...{ length: 43.8, height: 15 },
  // Three feet less cabin than the 350, and one window fewer.
  top: [
    [0, 6.5, "corner"],
    [1.2, 7.2],
    [3.8, 8.04],
    [7.4, 8.8, "corner"],
    [9.2, 9.74],
    [11.2, 10.44],
    [14, 10.7],
    [19, 10.74],
    [26.6, 10.68],
    [31, 10.24],
    [36, 9.72],
    [42.3, 9, "corner"],
  ],
  bottom: [
    [0, 6.3, "corner"],
    [0.9, 5.8],
    [3.2, 5.26],
    [7.4, 4.86],
    [13, 4.66],
    [20, 4.62],
    [26, 4.9],
    [31, 6],
    [36, 7.4],
    [42.3, 8.66, "corner"],
  ],
  windows: { ...kingAir350.windows, row: { count: 6, x: 15.6, step: 1.9, y: 9.14, wide: 1.12, high: 1.14 } },
  wing: { ...kingAir350.wing, x: 14, tip: { x: 16.6, y: 7.2, chord: 3.5 } },
  tail: {
    kind: "t",
    fin: { root: 32.8, base: 10, tip: [38, 42.6], top: 14.6, end: 42.3 },
    fillet: 28.4,
    plane: { x: 37.4, y: 14.68, chord: 5.6, tipChord: 3.8, sweep: 1, thickness: 0.76 },
    strake: [33.6, 39.4, 1.1],
  },
  engines: {
    ...kingAir350.engines,
    x: 9.6,
    length: 13.6,
    propeller: { diameter: 7.75, blades: 4, spinner: [2.1, 0.78] },
  },
  gear: { ...kingAir350.gear, main: { x: 18.4, radius: 0.86, leg: [17.7, 5.2] } },
  doors: [
    [
      [27.2, 10.2, "corner"],
      [27.1, 5.5, "corner"],
      [29.9, 6, "corner"],
      [30, 10, "corner"],
      [27.2, 10.2, "corner"],
    ],
    [
      [3, 7.8, "corner"],
      [3, 5.4, "corner"],
    ],
  ],
};

export const kingAirs: readonly Airplane[] = [kingAir350, kingAir250];

// Low-wing singles of metal.
import type { Airplane } from "../airplane.ts";

const archer: Airplane = {
  name: "Piper Archer III",
  type: "single-engine",
  registration: { text: "N181TH", x: 14.6, height: 0.6 },
  scene: "desert",
  livery: { base: "#FDFCF7", belly: "#7E1F33", line: "#C79A3B", pattern: "stripe" },
  ...{ length: 24, height: 7.5 },
  top: [
    [0.9, 4.4, "corner"],
    [2, 4.8],
    [3.8, 4.98],
    [5.6, 5.12, "corner"],
    [6.8, 6.06],
    [7.7, 6.5],
    [9.2, 6.62],
    [11.4, 6.38],
    [13.2, 5.74, "corner"],
    [16.4, 5.22],
    [19.6, 4.86],
    [22.8, 4.6, "corner"],
  ],
  bottom: [
    [0.9, 3.4, "corner"],
    [1.6, 2.84],
    [3, 2.5],
    [5.5, 2.3],
    [9, 2.24],
    [12, 2.42],
    [15, 2.98],
    [19, 3.72],
    [22.8, 4.3, "corner"],
  ],
  windows: {
    panes: [
      { front: [5.8, 7], back: [7, 7.45] },
      { front: [7.4, 7.8], back: [9.9, 9.8] },
      { front: [10.3, 10.2], back: [12.6, 11.8] },
    ],
    ...{ sill: [5.2, 5.22], rim: 0.22 },
  },
  wing: {
    ...{ place: "low", x: 7, y: 2.52, chord: 5.3, thickness: 0.7 },
    tip: { x: 7.7, y: 4.1, chord: 3.5 },
  },
  tail: {
    kind: "low",
    fin: { root: 18.9, base: 4.9, tip: [21.4, 23.5], top: 7.5, end: 23.3 },
    fillet: 16.6,
    plane: { x: 20.2, y: 4.5, chord: 3, tipChord: 2.6, sweep: 0.2, thickness: 0.4 },
  },
  engines: {
    kind: "piston",
    place: "nose",
    x: 0.55,
    y: 3.96,
    propeller: { diameter: 6.3, blades: 2, spinner: [1.2, 0.5] },
  },
  gear: {
    ...{ kind: "fixed", hasPants: true },
    main: { x: 9.6, radius: 0.6, leg: [9.4, 2.5] },
    nose: { x: 3.3, radius: 0.54, leg: [3.5, 2.5] },
  },
  doors: [
    [
      [4.7, 5.04, "corner"],
      [4.6, 2.36, "corner"],
    ],
    [
      [17.2, 5, "corner"],
      [17.2, 3.6, "corner"],
    ],
  ],
};

const arrow: Airplane = {
  ...archer,
  name: "Piper Arrow III",
  registration: { text: "N201TH", x: 14.9, height: 0.6 },
  scene: "evening",
  livery: { base: "#F8F6EF", belly: "#2F6B4F", line: "#D2A24C", pattern: "belly" },
  ...{ length: 24.7, height: 7.9 },
  top: archer.top.map(([x, y, corner]) => (corner ? [x * 1.03, y + 0.35, corner] : [x * 1.03, y + 0.35])),
  bottom: archer.bottom.map(([x, y, corner]) => (corner ? [x * 1.03, y + 0.35, corner] : [x * 1.03, y + 0.35])),
  windows: {
    panes: [
      { front: [6, 7.2], back: [7.2, 7.7] },
      { front: [7.6, 8.05], back: [10.2, 10.1] },
      { front: [10.6, 10.5], back: [13, 12.2] },
    ],
    ...{ sill: [5.55, 5.57], rim: 0.22 },
  },
  wing: { ...archer.wing, x: 7.2, y: 2.85, tip: { x: 7.9, y: 4.5, chord: 3.5 } },
  tail: {
    ...archer.tail,
    fin: { root: 19.5, base: 5.25, tip: [22.1, 24.3], top: 7.9, end: 24.1 },
    fillet: 17,
    plane: { x: 20.8, y: 4.85, chord: 3, tipChord: 2.6, sweep: 0.2, thickness: 0.4 },
  },
  engines: { ...archer.engines, y: 4.3, propeller: { diameter: 6.2, blades: 2, spinner: [1.4, 0.54] } },
  gear: {
    kind: "retractable",
    main: { x: 10.4, radius: 0.64, leg: [9.8, 2.9] },
    nose: { x: 3.2, radius: 0.52, leg: [3.6, 2.9] },
  },
  doors: [
    [
      [4.9, 5.4, "corner"],
      [4.8, 2.7, "corner"],
    ],
    [
      [17.6, 5.4, "corner"],
      [17.6, 4, "corner"],
    ],
  ],
};

const mooney: Airplane = {
  name: "Mooney M20J 201",
  type: "single-engine",
  registration: { text: "N205TH", x: 14.4, height: 0.58 },
  scene: "desert",
  livery: { base: "#F9F5EA", belly: "#8C4A22", line: "#2C3B46", pattern: "stripe" },
  ...{ length: 24.7, height: 8.3 },
  top: [
    [1, 4.3, "corner"],
    [2.2, 4.72],
    [4.2, 4.94],
    [5.9, 5.14, "corner"],
    [7.4, 6],
    [8.6, 6.3],
    [9.8, 6.34],
    [12, 6.02],
    [14, 5.5],
    [17, 5.02],
    [20.4, 4.7],
    [23.4, 4.5, "corner"],
  ],
  bottom: [
    [1, 3.4, "corner"],
    [1.8, 2.9],
    [3.4, 2.56],
    [6, 2.34],
    [9.6, 2.26],
    [12.6, 2.42],
    [16, 3],
    [20, 3.8],
    [23.4, 4.24, "corner"],
  ],
  windows: {
    panes: [
      { front: [6.1, 7.5], back: [7.3, 7.9] },
      { front: [7.7, 8.25], back: [10, 9.9] },
      { front: [10.4, 10.3], back: [13.2, 12] },
    ],
    ...{ sill: [5.18, 5.18], rim: 0.2 },
  },
  wing: {
    ...{ place: "low", x: 7.6, y: 2.5, chord: 5.2, thickness: 0.66 },
    tip: { x: 8.2, y: 4, chord: 3.1 },
  },
  // The upright leading edge of the fin is the sign of a Mooney.
  tail: {
    kind: "low",
    fin: { root: 21, base: 4.75, tip: [21.35, 23.6], top: 8.3, end: 24.5 },
    plane: { x: 20.6, y: 4.56, chord: 3.4, tipChord: 2.1, sweep: 0.15, thickness: 0.36 },
  },
  engines: {
    kind: "piston",
    place: "nose",
    x: 0.6,
    y: 3.88,
    propeller: { diameter: 6.1, blades: 2, spinner: [1.5, 0.54] },
  },
  gear: {
    kind: "retractable",
    main: { x: 10.6, radius: 0.58, leg: [10, 2.6] },
    nose: { x: 4.3, radius: 0.48, leg: [4.7, 2.6] },
  },
  doors: [
    [
      [7.5, 5.1, "corner"],
      [7.5, 2.9, "corner"],
      [10.1, 2.9, "corner"],
      [10.3, 5.1, "corner"],
    ],
    [
      [5.1, 5, "corner"],
      [5, 2.5, "corner"],
    ],
  ],
};

const bonanza: Airplane = {
  name: "Beechcraft Bonanza G36",
  type: "single-engine",
  registration: { text: "N36TH", x: 17.6, height: 0.66 },
  scene: "mountain",
  livery: { base: "#FBFAF6", belly: "#1F3F6E", line: "#A9343C", pattern: "belly" },
  ...{ length: 27.5, height: 8.6 },
  top: [
    [1, 4.95, "corner"],
    [2.2, 5.36],
    [4.4, 5.6],
    [6.6, 5.78, "corner"],
    [7.8, 6.62],
    [8.8, 7.04],
    [10.4, 7.16],
    [14.6, 7.06],
    [16.6, 6.64],
    [19, 5.98],
    [22, 5.52],
    [25.8, 5.12, "corner"],
  ],
  bottom: [
    [1, 3.96, "corner"],
    [1.8, 3.4],
    [3.4, 3.02],
    [6.4, 2.74],
    [11, 2.66],
    [15, 2.9],
    [19, 3.76],
    [23, 4.5],
    [25.8, 4.84, "corner"],
  ],
  windows: {
    panes: [
      { front: [6.85, 8], back: [7.9, 8.4] },
      { front: [8.3, 8.8], back: [10.7, 10.6] },
      { front: [11.1, 11], back: [13.5, 13.4] },
      { front: [13.9, 13.8], back: [16.7, 15.8] },
    ],
    ...{ sill: [5.84, 5.9], rim: 0.22 },
  },
  wing: {
    ...{ place: "low", x: 7.8, y: 2.98, chord: 6.4, thickness: 0.8 },
    tip: { x: 9.1, y: 4.7, chord: 2.9 },
  },
  tail: {
    kind: "low",
    fin: { root: 21.4, base: 5.5, tip: [24.6, 26.9], top: 8.6, end: 26.3 },
    fillet: 19.4,
    plane: { x: 22, y: 5.06, chord: 3.6, tipChord: 2.4, sweep: 0.8, thickness: 0.4 },
  },
  engines: {
    kind: "piston",
    place: "nose",
    x: 0.6,
    y: 4.46,
    propeller: { diameter: 6.7, blades: 3, spinner: [1.5, 0.62] },
  },
  gear: {
    kind: "retractable",
    main: { x: 10.9, radius: 0.68, leg: [10.4, 3] },
    nose: { x: 3.9, radius: 0.58, leg: [4.3, 3.1] },
  },
  doors: [
    [
      [12.7, 5.8, "corner"],
      [12.7, 3.3, "corner"],
      [16.6, 3.6, "corner"],
      [16.7, 5.8, "corner"],
      [14.7, 5.8],
      [14.7, 3.4, "corner"],
    ],
    [
      [5.2, 5.6, "corner"],
      [5.1, 2.9, "corner"],
    ],
  ],
};

export const metalSingles: readonly Airplane[] = [archer, arrow, mooney, bonanza];

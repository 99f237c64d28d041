// Low-wing singles of composite.
import type { Airplane } from "../airplane.ts";

const sr22: Airplane = {
  name: "Cirrus SR22 G5",
  type: "single-engine",
  registration: { text: "N822TH", x: 14.8, height: 0.56 },
  scene: "noon",
  livery: { base: "#FDFDFB", belly: "#B3152A", line: "#24333F", pattern: "sweep" },
  ...{ length: 26, height: 8.9 },
  top: [
    [1, 4.62, "corner"],
    [2.2, 5.04],
    [4.2, 5.3],
    [5.9, 5.5, "corner"],
    [7.4, 6.5],
    [8.8, 7.04],
    [10.2, 7.16],
    [12, 6.9],
    [14, 6.2],
    [16.4, 5.6],
    [20, 5.2],
    [24.4, 4.82, "corner"],
  ],
  bottom: [
    [1, 3.6, "corner"],
    [1.7, 3.04],
    [3.2, 2.68],
    [6, 2.42],
    [9.4, 2.34],
    [12.6, 2.54],
    [16, 3.2],
    [20, 4],
    [24.4, 4.56, "corner"],
  ],
  windows: {
    panes: [
      { front: [6.15, 7.75], back: [7.35, 8.1] },
      { front: [7.75, 8.45], back: [10.6, 10.4] },
      { front: [11, 10.8], back: [14.1, 13.1] },
    ],
    ...{ sill: [5.56, 5.62], rim: 0.2 },
  },
  wing: {
    ...{ place: "low", x: 7.9, y: 2.62, chord: 5, thickness: 0.66 },
    tip: { x: 8.7, y: 4.05, chord: 2.7 },
  },
  tail: {
    kind: "low",
    fin: { root: 20.4, base: 5.1, tip: [23, 25.5], top: 8.9, end: 24.9 },
    fillet: 18.6,
    plane: { x: 20.6, y: 4.72, chord: 3.5, tipChord: 2.3, sweep: 0.7, thickness: 0.4 },
  },
  engines: {
    kind: "piston",
    place: "nose",
    x: 0.6,
    y: 4.14,
    propeller: { diameter: 6.5, blades: 3, spinner: [1.5, 0.6] },
  },
  gear: {
    ...{ kind: "fixed", hasPants: true },
    main: { x: 10.6, radius: 0.6, leg: [10, 2.5] },
    nose: { x: 3.4, radius: 0.52, leg: [3.8, 2.7] },
  },
  doors: [
    [
      [7.6, 5.5, "corner"],
      [7.5, 3, "corner"],
      [10.8, 3, "corner"],
      [11, 5.5, "corner"],
    ],
    [
      [5.1, 5.3, "corner"],
      [5, 2.5, "corner"],
    ],
  ],
};

const sr20: Airplane = {
  ...sr22,
  name: "Cirrus SR20 G6",
  registration: { text: "N820TH", x: 14.8, height: 0.56 },
  scene: "coast",
  livery: { base: "#FCFCFA", belly: "#1E4E7A", line: "#8FA5B5", pattern: "belly" },
  engines: { ...sr22.engines, propeller: { diameter: 6.2, blades: 3, spinner: [1.3, 0.56] } },
};

const da40: Airplane = {
  name: "Diamond DA40 NG",
  type: "single-engine",
  registration: { text: "N40TH", x: 16.4, height: 0.58 },
  scene: "meadow",
  livery: { base: "#FEFEFC", belly: "#2B6CA3", line: "#F0A63A", pattern: "sweep" },
  ...{ length: 26.5, height: 7.4 },
  top: [
    [1, 4.1, "corner"],
    [2.2, 4.5],
    [3.8, 4.64],
    [5.3, 4.78, "corner"],
    [7, 5.86],
    [8.8, 6.46],
    [10.6, 6.5],
    [12.6, 6.06],
    [14.4, 5.3],
    [16.6, 4.82],
    [20, 4.58],
    [24.4, 4.4, "corner"],
  ],
  bottom: [
    [1, 3.1, "corner"],
    [1.7, 2.56],
    [3.2, 2.24],
    [6, 2.06],
    [9.4, 2.06],
    [12.4, 2.5],
    [15, 3.3],
    [19, 3.86],
    [24.4, 4.14, "corner"],
  ],
  windows: {
    panes: [
      { front: [5.6, 7.4], back: [9.1, 9.2] },
      { front: [9.5, 9.6], back: [13.7, 12.6] },
    ],
    ...{ sill: [4.8, 4.86], rim: 0.14 },
  },
  wing: {
    ...{ place: "low", x: 8, y: 2.3, chord: 4, thickness: 0.52 },
    tip: { x: 8.5, y: 3.9, chord: 2.6 },
    winglet: 0.9,
  },
  tail: {
    kind: "t",
    fin: { root: 20.6, base: 4.5, tip: [23.2, 25.6], top: 7.2, end: 24.9 },
    strake: [22.2, 24.6, 0.75],
    plane: { x: 22.8, y: 7.26, chord: 2.9, tipChord: 2.1, sweep: 0.5, thickness: 0.36 },
  },
  engines: {
    kind: "piston",
    place: "nose",
    x: 0.6,
    y: 3.62,
    propeller: { diameter: 6.1, blades: 3, spinner: [1.4, 0.56] },
  },
  gear: {
    ...{ kind: "fixed", hasPants: true },
    main: { x: 9.9, radius: 0.54, leg: [9.4, 2.2] },
    nose: { x: 3.4, radius: 0.46, leg: [3.9, 2.2] },
  },
  doors: [
    [
      [4.6, 4.7, "corner"],
      [4.5, 2.2, "corner"],
    ],
  ],
};

export const compositeSingles: readonly Airplane[] = [sr22, sr20, da40];

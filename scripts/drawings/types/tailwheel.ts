// Light tailwheel aircraft of tube and cloth.
import type { Airplane } from "../airplane.ts";

const husky: Airplane = {
  name: "Aviat A-1C Husky",
  type: "single-engine",
  registration: { text: "N180TH", x: 12.6, height: 0.5 },
  scene: "meadow",
  livery: { base: "#F4F1E8", belly: "#B4242C", line: "#20303C", pattern: "sweep" },
  ...{ length: 22.6, height: 7.6, pitch: 12.4 },
  top: [
    [0.8, 5, "corner"],
    [1.8, 5.28],
    [3.4, 5.4],
    [4.6, 5.46, "corner"],
    [5.7, 6.4],
    [6.5, 6.86],
    [7.6, 6.94],
    [10.4, 6.72],
    [12, 6.1, "corner"],
    [14.6, 5.56],
    [18, 5.2],
    [21.4, 4.86, "corner"],
  ],
  bottom: [
    [0.8, 3.9, "corner"],
    [1.5, 3.42],
    [3, 3.12],
    [5.2, 3],
    [9, 3.02],
    [12, 3.32],
    [17, 4.05],
    [21.4, 4.5, "corner"],
  ],
  windows: {
    panes: [
      { front: [4.9, 5.85], back: [5.5, 6.2] },
      { front: [5.8, 6.45], back: [8.1, 8] },
      { front: [8.4, 8.3], back: [11.4, 10.6] },
    ],
    ...{ sill: [5.42, 5.42], rim: 0.24 },
  },
  wing: {
    ...{ place: "high", x: 5.6, y: 6.92, chord: 5.1, thickness: 0.64 },
    tip: { x: 5.8, y: 7.22, chord: 4.7 },
    strut: [
      [6.2, 3.15],
      [7.4, 6.85],
    ],
  },
  tail: {
    kind: "low",
    fin: { root: 18.2, base: 5.1, tip: [20.2, 22.1], top: 8.1, end: 22.2 },
    fillet: 17,
    hinge: 0.5,
    plane: { x: 18.4, y: 4.82, chord: 3.6, tipChord: 2.9, sweep: 0.3, thickness: 0.28 },
  },
  engines: {
    kind: "piston",
    place: "nose",
    x: 0.55,
    y: 4.48,
    propeller: { diameter: 6.35, blades: 2, spinner: [1.1, 0.48] },
  },
  gear: {
    kind: "fixed",
    main: { x: 5.2, radius: 1.08, leg: [5.6, 3.2] },
    tail: { x: 21.1, radius: 0.32, leg: [20.7, 4.4] },
  },
  doors: [
    [
      [5.9, 5.4, "corner"],
      [6, 3.4, "corner"],
      [8.3, 3.4, "corner"],
      [8.4, 5.4, "corner"],
    ],
    [
      [3.9, 5.4, "corner"],
      [3.8, 3.1, "corner"],
    ],
  ],
};

const cub: Airplane = {
  ...husky,
  name: "Piper J-3 Cub",
  registration: { text: "N46TH", x: 14.2, height: 0.4 },
  livery: { base: "#F6C12F", belly: "#F6C12F", line: "#1B1B1B", pattern: "bolt", letters: "#1B1B1B" },
  ...{ length: 22.4, height: 7.2, pitch: 11.6 },
  top: [
    [0.7, 4.5, "corner"],
    [1.4, 4.86],
    [3, 5.06],
    [4.4, 5.16, "corner"],
    [5.5, 6.1],
    [6.1, 6.4],
    [7.4, 6.46],
    [9.8, 6.3],
    [11.4, 5.66, "corner"],
    [14.4, 5.04],
    [18, 4.56],
    [21, 4.2, "corner"],
  ],
  bottom: [
    [0.7, 3.6, "corner"],
    [1.4, 3.06],
    [3, 2.72],
    [5.2, 2.58],
    [9, 2.6],
    [12, 2.84],
    [17, 3.4],
    [21, 3.8, "corner"],
  ],
  windows: {
    panes: [
      { front: [4.7, 5.6], back: [5.3, 5.95] },
      { front: [5.6, 6.2], back: [8.3, 8.3] },
      { front: [8.6, 8.6], back: [10.9, 10.2] },
    ],
    ...{ sill: [5.06, 5.06], rim: 0.22 },
  },
  wing: {
    ...{ place: "high", x: 5.2, y: 6.46, chord: 5.25, thickness: 0.62 },
    tip: { x: 5.4, y: 6.78, chord: 4.9 },
    strut: [
      [6, 2.75],
      [7.2, 6.4],
    ],
  },
  tail: {
    kind: "low",
    fin: { root: 17.8, base: 4.46, tip: [19.6, 21.6], top: 7.2, end: 22 },
    hinge: 0.45,
    plane: { x: 17.9, y: 4.2, chord: 3.5, tipChord: 2.7, sweep: 0.4, thickness: 0.24 },
  },
  engines: {
    kind: "piston",
    place: "nose",
    x: 0.5,
    y: 4.1,
    hasOpenCylinders: true,
    propeller: { diameter: 6, blades: 2, spinner: [0.7, 0.26] },
  },
  gear: {
    kind: "fixed",
    main: { x: 4.9, radius: 0.76, leg: [5.4, 2.8] },
    tail: { x: 20.7, radius: 0.28, leg: [20.3, 3.7] },
  },
  doors: [
    [
      [5.8, 5, "corner"],
      [5.9, 2.9, "corner"],
      [8.5, 2.9, "corner"],
      [8.6, 5, "corner"],
    ],
  ],
};

export const tailwheel: readonly Airplane[] = [husky, cub];

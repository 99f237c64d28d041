// The Seneca, the Seminole and the DA42.
import type { Airplane } from "../airplane.ts";

const seneca: Airplane = {
  name: "Piper Seneca V",
  type: "multi-engine",
  registration: { text: "N34TH", x: 18.6, height: 0.64 },
  scene: "noon",
  livery: { base: "#FBFBF8", belly: "#25507E", line: "#B5263A", pattern: "stripe" },
  ...{ length: 28.6, height: 9.9 },
  top: [
    [0, 4.4, "corner"],
    [0.9, 4.94],
    [2.8, 5.4],
    [5.2, 5.76],
    [7.2, 6.06, "corner"],
    [8.5, 7],
    [9.6, 7.44],
    [11.4, 7.58],
    [16, 7.46],
    [18, 7],
    [20.2, 6.3],
    [23.6, 5.86],
    [27.2, 5.5, "corner"],
  ],
  bottom: [
    [0, 4.3, "corner"],
    [0.6, 3.76],
    [2.2, 3.3],
    [5.6, 2.98],
    [10.4, 2.9],
    [15.6, 3.02],
    [19.4, 3.8],
    [23.6, 4.7],
    [27.2, 5.2, "corner"],
  ],
  windows: {
    panes: [
      { front: [7.5, 8.7], back: [8.7, 9.2] },
      { front: [9.1, 9.6], back: [11.4, 11.3] },
      { front: [11.8, 11.7], back: [14.2, 14.1] },
      { front: [14.6, 14.5], back: [17.4, 16.6] },
    ],
    ...{ sill: [6.12, 6.2], rim: 0.22 },
  },
  wing: {
    ...{ place: "low", x: 8.6, y: 3.2, chord: 5.6, thickness: 0.76 },
    tip: { x: 9.3, y: 5, chord: 4.1 },
  },
  tail: {
    kind: "low",
    fin: { root: 22.6, base: 5.85, tip: [25.9, 28.3], top: 9.9, end: 27.6 },
    fillet: 20.2,
    plane: { x: 23.9, y: 5.4, chord: 3.3, tipChord: 2.9, sweep: 0.2, thickness: 0.42 },
  },
  engines: {
    ...{ kind: "piston", place: "wings", x: 5, y: 4.2, length: 9.2, radius: 0.84 },
    propeller: { diameter: 6.3, blades: 3, spinner: [1.4, 0.56] },
  },
  gear: {
    kind: "retractable",
    main: { x: 12.4, radius: 0.74, leg: [11.8, 3.3] },
    nose: { x: 3.2, radius: 0.62, leg: [3.6, 3.3] },
  },
  doors: [
    [
      [2.4, 5.2, "corner"],
      [2.4, 4.1, "corner"],
      [4.8, 4.2, "corner"],
      [4.8, 5.5, "corner"],
      [2.4, 5.2, "corner"],
    ],
    [
      [14.2, 6.1, "corner"],
      [14.2, 3.5, "corner"],
      [17.6, 3.9, "corner"],
      [17.6, 6.1, "corner"],
    ],
  ],
};

const seminole: Airplane = {
  name: "Piper Seminole",
  type: "multi-engine",
  registration: { text: "N44TH", x: 17.2, height: 0.62 },
  scene: "evening",
  livery: { base: "#FAF8F1", belly: "#A33A24", line: "#2C3B46", pattern: "belly" },
  ...{ length: 27.6, height: 8.5 },
  top: [
    [0, 4.2, "corner"],
    [0.9, 4.66],
    [2.8, 5.1],
    [5.2, 5.46],
    [7, 5.74, "corner"],
    [8.2, 6.6],
    [9.2, 7],
    [10.6, 7.1],
    [13.2, 6.86],
    [15.2, 6.24, "corner"],
    [18.4, 5.74],
    [22.4, 5.4],
    [26, 5.16, "corner"],
  ],
  bottom: [
    [0, 4.1, "corner"],
    [0.6, 3.66],
    [2.2, 3.24],
    [5.6, 2.94],
    [10, 2.84],
    [14, 3],
    [18.4, 3.86],
    [22.4, 4.54],
    [26, 4.88, "corner"],
  ],
  windows: {
    panes: [
      { front: [7.25, 8.4], back: [8.4, 8.9] },
      { front: [8.8, 9.3], back: [11.3, 11.2] },
      { front: [11.7, 11.6], back: [14.4, 13.5] },
    ],
    ...{ sill: [5.8, 5.84], rim: 0.22 },
  },
  wing: {
    ...{ place: "low", x: 8.4, y: 3.14, chord: 5.5, thickness: 0.74 },
    tip: { x: 9.1, y: 4.95, chord: 3.5 },
  },
  tail: {
    kind: "t",
    fin: { root: 21.2, base: 5.4, tip: [24.1, 26.9], top: 8.3, end: 26 },
    fillet: 19.4,
    plane: { x: 23.5, y: 8.36, chord: 3.6, tipChord: 2.8, sweep: 0.3, thickness: 0.42 },
  },
  engines: {
    ...{ kind: "piston", place: "wings", x: 4.9, y: 4.06, length: 8.6, radius: 0.76 },
    propeller: { diameter: 6.2, blades: 2, spinner: [1.3, 0.52] },
  },
  gear: {
    kind: "retractable",
    main: { x: 11.9, radius: 0.7, leg: [11.4, 3.2] },
    nose: { x: 3.4, radius: 0.56, leg: [3.8, 3.2] },
  },
  doors: [
    [
      [2.6, 5, "corner"],
      [2.6, 4, "corner"],
      [4.8, 4, "corner"],
      [4.8, 5.3, "corner"],
      [2.6, 5, "corner"],
    ],
  ],
};

const da42: Airplane = {
  name: "Diamond DA42-VI",
  type: "multi-engine",
  registration: { text: "N42TH", x: 18.2, height: 0.6 },
  scene: "mountain",
  livery: { base: "#FEFEFC", belly: "#20303C", line: "#E07B2A", pattern: "sweep" },
  ...{ length: 28.1, height: 8.2 },
  top: [
    [0, 3.9, "corner"],
    [1.2, 4.46],
    [3.4, 4.9],
    [5.8, 5.2, "corner"],
    [7.6, 6.2],
    [9.4, 6.84],
    [11.4, 6.96],
    [13.6, 6.6],
    [15.6, 5.9],
    [18.4, 5.34],
    [22, 5.06],
    [26.4, 4.86, "corner"],
  ],
  bottom: [
    [0, 3.8, "corner"],
    [0.8, 3.3],
    [2.8, 2.86],
    [6, 2.6],
    [10, 2.54],
    [13.4, 2.86],
    [16.6, 3.6],
    [21, 4.3],
    [26.4, 4.6, "corner"],
  ],
  windows: {
    panes: [
      { front: [6.1, 8.1], back: [9.9, 10] },
      { front: [10.3, 10.4], back: [15, 13.9] },
    ],
    ...{ sill: [5.24, 5.34], rim: 0.14 },
  },
  wing: {
    ...{ place: "low", x: 9.2, y: 2.86, chord: 4.2, thickness: 0.58 },
    tip: { x: 9.8, y: 4.7, chord: 2.5 },
    winglet: 1.1,
  },
  tail: {
    kind: "t",
    fin: { root: 22.2, base: 4.96, tip: [24.7, 27.2], top: 8, end: 26.7 },
    strake: [24, 26.6, 0.7],
    plane: { x: 24.2, y: 8.06, chord: 3, tipChord: 2.2, sweep: 0.5, thickness: 0.38 },
  },
  engines: {
    ...{ kind: "piston", place: "wings", x: 5.7, y: 3.94, length: 8.4, radius: 0.76 },
    propeller: { diameter: 6.1, blades: 3, spinner: [1.4, 0.54] },
  },
  gear: {
    kind: "retractable",
    main: { x: 12.2, radius: 0.66, leg: [11.7, 3] },
    nose: { x: 3.1, radius: 0.54, leg: [3.5, 2.9] },
  },
  doors: [
    [
      [2.8, 4.7, "corner"],
      [2.8, 3.7, "corner"],
      [4.8, 3.7, "corner"],
      [4.8, 4.95, "corner"],
      [2.8, 4.7, "corner"],
    ],
  ],
};

export const piperDiamondTwins: readonly Airplane[] = [seneca, seminole, da42];

// What a drawing of an aircraft is made from. Lengths in feet, rounded from the makers' three-view drawings.
import type { AircraftType } from "../../shared/domain/aircraft-rules.ts";
import type { Point, Points } from "./pen.ts";
import type { SceneName } from "./scenes.ts";

export type Livery = {
  base: string;
  /** The large second color. */
  belly: string;
  /** The thin line beside it. */
  line: string;
  pattern: "belly" | "stripe" | "sweep" | "bolt";
  /** Color of the tail number; the belly's by default. */
  letters?: string;
};

/** A window between two posts: x of its lower and of its upper edge, in front and behind. */
export type Pane = { front: readonly [lower: number, upper: number]; back: readonly [lower: number, upper: number] };

export type Windows = {
  panes: readonly Pane[];
  /** Lower edge of the panes at the first and the last post. */
  sill: readonly [front: number, back: number];
  /** Distance between the panes and the roof. */
  rim: number;
  /** Equal windows of a cabin. */
  row?: { count: number; x: number; step: number; y: number; wide: number; high: number };
};

export type Wing = {
  place: "low" | "high";
  /** Leading edge at the root. */
  x: number;
  y: number;
  chord: number;
  thickness: number;
  tip: { x: number; y: number; chord: number };
  strut?: readonly [body: Point, wing: Point];
  /** Height of an upturned tip. */
  winglet?: number;
  /** A fuel tank at the tip. */
  tank?: { x: number; y: number; length: number; radius: number };
};

export type Tail = {
  kind: "low" | "t";
  /** Fin: where its leading edge leaves the body, its tip, and its trailing edge. */
  fin: { root: number; base: number; tip: readonly [front: number, back: number]; top: number; end: number };
  /** Where a fillet ahead of the fin begins. */
  fillet?: number;
  /** Share of the fin's chord ahead of the rudder's hinge. */
  hinge?: number;
  plane: { x: number; y: number; chord: number; tipChord: number; sweep: number; thickness: number };
  /** Fins below the tail: front, back and depth. */
  strake?: readonly [front: number, back: number, depth: number];
};

export type Propeller = { diameter: number; blades: 2 | 3 | 4 | 5; spinner: readonly [length: number, radius: number] };

export type Engines = {
  kind: "piston" | "turboprop" | "jet";
  place: "nose" | "wings" | "tail";
  /** Hub of the propeller, or the center of a jet's inlet. */
  x: number;
  y: number;
  /** Nacelle of an engine that is not in the nose. */
  length?: number;
  radius?: number;
  propeller?: Propeller;
  /** Cylinders in the open, as the light aircraft of the forties have them. */
  hasOpenCylinders?: boolean;
};

export type Wheel = {
  x: number;
  radius: number;
  /** Where its leg leaves the aircraft. */
  leg: Point;
  /** Height of its axle; its radius by default. */
  axle?: number;
};

export type Gear = {
  kind: "fixed" | "retractable";
  main: Wheel;
  nose?: Wheel;
  tail?: Wheel;
  /** Streamlined covers over the wheels. */
  hasPants?: boolean;
};

export type Airplane = {
  /** The listing's name without its ending; the class's name for a drawing of a class. */
  name: string;
  type: AircraftType;
  /** The tail number and where it begins. None on a drawing of a class. */
  registration?: { text: string; x: number; height: number };
  scene: SceneName;
  livery: Livery;
  length: number;
  height: number;
  /** How far a tailwheel aircraft raises its nose, in degrees, around its main wheels. */
  pitch?: number;
  top: Points;
  bottom: Points;
  windows: Windows;
  wing: Wing;
  tail: Tail;
  engines: Engines;
  gear: Gear;
  /** Outlines of doors and hatches. */
  doors?: readonly Points[];
};

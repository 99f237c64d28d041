// Draws land, states, grid and rings on a canvas. The shapes become paths of the plane once; a picture only scales them.
import { geoCircle, geoPath, type GeoPermissibleObjects } from "d3-geo";
import { feature } from "topojson-client";
import type { Position } from "../../../../shared/domain/airfields/distance.ts";
import type { MapShapes } from "../../../client/airfields/map-shapes.ts";
import type { Colors } from "./map-colors.ts";
import { fromScreen, mercator, toPlane, toScreen, type Point, type Size, type View } from "./map-view.ts";

type Box = { left: number; top: number; right: number; bottom: number };
type Shape = { path: Path2D; box: Box };
type State = Shape & { name: string; middle: Point; width: number };

export type Shapes = { states: State[]; countries: Shape[]; lakes: Shape[]; coasts: Path2D; seams: Path2D };

type Context = OffscreenCanvasRenderingContext2D;

const project = geoPath(mercator).digits(3);
/** Distances of the rings around a chosen airfield, in nautical miles. */
const RINGS = [100, 200, 300];
const MILES_PER_DEGREE = 60;
/** Pixels between the names of two rings. */
const LABEL_ROOM = 60;
/** A browser draws lines of one pixel in a quarter of the time of wider ones. */
const EDGE_PX = 1;
/** Sources differ by about this much of the plane along borders; the land between them is filled. */
const SEAM = 0.25;
/** Least width of a state on the screen, in its letters, for its name. */
const NAME_ROOM = 9;
const LETTERS_PX = 14;

/** Takes hundreds of milliseconds on a phone: for a worker, which waits for nothing in between. */
export function shapesOf({ states, around }: MapShapes): Shapes {
  const shapes: Shapes = {
    states: [],
    countries: [],
    lakes: [],
    coasts: new Path2D(project(feature(around, around.objects.coasts)) ?? ""),
    seams: new Path2D(project(feature(around, around.objects.seams)) ?? ""),
  };
  for (const one of feature(states, states.objects.states).features) {
    const shape = shapeOf(one);
    const [x, y] = project.centroid(one);
    const width = shape.box.right - shape.box.left;
    shapes.states.push({ ...shape, name: one.properties.name, middle: { x, y }, width });
  }
  for (const kind of ["countries", "lakes"] as const)
    for (const one of feature(around, around.objects[kind]).features) shapes[kind].push(shapeOf(one));
  return shapes;
}

function shapeOf(one: GeoPermissibleObjects): Shape {
  return { path: new Path2D(project(one) ?? ""), box: boxOf(project.bounds(one)) };
}

function boxOf([[left, top], [right, bottom]]: [[number, number], [number, number]]): Box {
  return { left, top, right, bottom };
}

/** What a picture of the map shows. */
export type Drawing = {
  view: View;
  /** Of the canvas, in CSS pixels. */
  size: Size;
  /** Pixels of the canvas beside the screen. */
  beside: number;
  /** Pixels of the screen per CSS pixel. */
  density: number;
  colors: Colors;
  /** Where the rings begin. */
  from: Position | null;
};

/** What has been loaded so far. Without the font no letters are drawn: a worker keeps the font that it drew them with first. */
export type Loaded = { shapes: Shapes | null; isFontSettled: boolean };

export function drawMap(context: Context, { shapes, isFontSettled }: Loaded, drawing: Drawing): void {
  const { size, density, colors } = drawing;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.fillStyle = colors.sea;
  context.fillRect(0, 0, size.width, size.height);
  context.lineJoin = "round";
  drawGrid(context, drawing);
  if (shapes) drawLand(context, shapes, drawing);
  context.setTransform(density, 0, 0, density, 0, 0);
  const labels = drawing.from ? drawRings(context, drawing.from, drawing) : [];
  if (!isFontSettled) return;
  drawLabels(context, labels, drawing);
  if (shapes) drawNames(context, shapes.states, drawing, labels);
}

function drawLand(context: Context, shapes: Shapes, { view, size, density, colors }: Drawing): void {
  const pixel = view.scale * density;
  const origin = toScreen(view, size, { x: 0, y: 0 });
  context.setTransform(pixel, 0, 0, pixel, origin.x * density, origin.y * density);
  const first = fromScreen(view, size, { x: 0, y: 0 });
  const last = fromScreen(view, size, { x: size.width, y: size.height });
  const isSeen = ({ box }: Shape) =>
    box.left < last.x && box.right > first.x && box.top < last.y && box.bottom > first.y;
  context.fillStyle = colors.land;
  for (const { path } of shapes.countries.filter(isSeen)) context.fill(path);
  context.strokeStyle = colors.land;
  context.lineWidth = Math.max(SEAM, 3 / view.scale);
  context.stroke(shapes.seams);
  context.strokeStyle = colors.edge;
  context.lineWidth = EDGE_PX / view.scale;
  context.stroke(shapes.coasts);
  for (const { path } of shapes.lakes.filter(isSeen)) {
    context.fillStyle = colors.sea;
    context.fill(path);
    context.stroke(path);
  }
  context.fillStyle = colors.land;
  for (const { path } of shapes.states.filter(isSeen)) {
    context.fill(path);
    context.stroke(path);
  }
}

/** Meridians and parallels, at least 90 pixels apart. They are seen on the sea only. */
function drawGrid(context: Context, { view, size, colors }: Drawing): void {
  const degree = toPlane({ latitude: 0, longitude: 1 }).x - toPlane({ latitude: 0, longitude: 0 }).x;
  const step = [0.5, 1, 2, 5, 10, 20].find((degrees) => degrees * degree * view.scale > 90) ?? 30;
  context.strokeStyle = colors.edge;
  context.globalAlpha = 0.45;
  context.lineWidth = 0.6;
  context.beginPath();
  for (let at = -180; at < 180; at += step) {
    const { x } = toScreen(view, size, toPlane({ latitude: 0, longitude: at }));
    context.moveTo(x, 0);
    context.lineTo(x, size.height);
  }
  for (let at = -80; at <= 80; at += step) {
    const { y } = toScreen(view, size, toPlane({ latitude: at, longitude: -100 }));
    context.moveTo(0, y);
    context.lineTo(size.width, y);
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** Names of states, but those that would cross the words of a ring. */
function drawNames(
  context: Context,
  states: readonly State[],
  { view, size, colors }: Drawing,
  taken: readonly Point[],
): void {
  const letters = LETTERS_PX * colors.letters;
  context.font = `600 ${letters}px ${colors.font}`;
  context.textAlign = "center";
  for (const { name, middle, width } of states) {
    const { x, y } = toScreen(view, size, middle);
    const isSeen = x > 0 && y > 0 && x < size.width && y < size.height;
    const room = Math.max(NAME_ROOM, name.length) * letters * 0.6;
    const isFree = taken.every(
      (label) =>
        Math.abs(label.y - y) > letters * 1.4 || Math.abs(label.x - x) > (room + LABEL_ROOM * colors.letters) / 2,
    );
    if (isSeen && isFree && width * view.scale > room) drawText(context, name, { x, y }, colors);
  }
}

type Label = Point & { words: string };

/** Returns the words of the rings, and where they belong. */
function drawRings(context: Context, { latitude, longitude }: Position, drawing: Drawing): Label[] {
  const { view, size, colors } = drawing;
  const rings = RINGS.map((miles) => {
    const circle = geoCircle()
      .center([longitude, latitude])
      .radius(miles / MILES_PER_DEGREE)
      .precision(3)();
    const points = circle.coordinates[0]!.map(([east, north]) =>
      toScreen(view, size, toPlane({ latitude: north!, longitude: east! })),
    );
    return { miles, points };
  });
  context.strokeStyle = colors.text;
  context.lineWidth = EDGE_PX;
  context.setLineDash([5, 5]);
  context.beginPath();
  for (const { points } of rings)
    for (const [nth, { x, y }] of points.entries()) {
      if (nth === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  context.stroke();
  context.setLineDash([]);
  const labels: Label[] = [];
  for (const { miles, points } of rings) {
    const place = labelPlace(points, drawing);
    const last = labels.at(-1);
    if (!place || (last && Math.abs(place.x - last.x) < LABEL_ROOM * colors.letters)) continue;
    labels.push({ ...place, words: `${miles} nm` });
  }
  return labels;
}

function drawLabels(context: Context, labels: readonly Label[], { colors }: Drawing): void {
  context.font = `560 ${13 * colors.letters}px ${colors.font}`;
  context.textAlign = "center";
  for (const { words, ...place } of labels) drawText(context, words, place, colors);
}

/** The westernmost point of a ring on the screen, a little south. */
function labelPlace(points: readonly Point[], { size, beside }: Drawing): Point | undefined {
  const [first, ...rest] = points.filter(
    ({ x, y }) => x > beside + 40 && y > beside + 80 && x < size.width - beside - 40 && y < size.height - beside - 60,
  );
  const rank = ({ x, y }: Point) => y * 0.4 - x;
  return first && rest.reduce((best, point) => (rank(point) > rank(best) ? point : best), first);
}

/** With a halo of the land's color, so that lines below do not cross the letters. */
function drawText(context: Context, text: string, { x, y }: Point, colors: Colors): void {
  context.strokeStyle = colors.land;
  context.lineWidth = 4;
  context.strokeText(text, x, y);
  context.fillStyle = colors.text;
  context.fillText(text, x, y);
}

// The picture of an aircraft on the ground: side view, nose left.
import type { Airplane, Engines, Wheel } from "./airplane.ts";
import { body, fin } from "./body.ts";
import { lettering } from "./lettering.ts";
import { exhaust, jet, nacelle, openCylinders, propeller } from "./engines.ts";
import { wheel } from "./gear.ts";
import { strakes, strut, tailPlane, tipTank, wing } from "./wings.ts";
import { GROUND, heightAt, HEIGHT, penFor, short, WIDTH, type Pen } from "./pen.ts";
import { scenery } from "./scenes.ts";

const stops = (...list: readonly (readonly [at: number, color: string, opacity?: number])[]) =>
  list
    .map(
      ([at, color, opacity]) =>
        `<stop offset="${at}" stop-color="${color}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`,
    )
    .join("");
const down = (id: string, inside: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${inside}</linearGradient>`;
const INK = "#0C1B26";

/** Gradients: body b, metal m, lower side of the wing w, nacelle n and d, fin f, glass g, shadow s. */
const lights =
  down("b", stops([0, "#fff", 0.45], [0.3, "#fff", 0], [0.6, INK, 0.04], [0.86, INK, 0.34], [1, INK, 0.22])) +
  down("m", stops([0, "#fff"], [1, "#CBD3D7"])) +
  down("w", stops([0, "#C4CDD2"], [1, "#95A3AC"])) +
  down("n", stops([0, "#fff"], [0.5, "#ECEFEF"], [1, "#A4B0B7"])) +
  down("d", stops([0, INK, 0], [1, INK, 0.4])) +
  `<linearGradient id="f">${stops([0, "#fff", 0.2], [1, INK, 0.16])}</linearGradient>` +
  `<linearGradient id="g" x1="0" y1="0" x2=".3" y2="1">${stops([0, "#7FA3B8"], [0.4, "#2F5062"], [1, "#14252F"])}</linearGradient>` +
  `<radialGradient id="s">${stops([0, INK, 0.5], [0.6, INK, 0.24], [1, INK, 0])}</radialGradient>`;

function shadow(pen: Pen, { length, gear }: Airplane): string {
  const middle = pen.x(length * 0.5);
  const under = [gear.main, gear.nose, gear.tail].flatMap((one) =>
    one
      ? `<ellipse cx="${short(pen.x(one.x))}" cy="${GROUND + 3}" rx="${short(one.radius * 1.9 * pen.scale)}" ry="7" fill="url(#s)"/>`
      : "",
  );
  return `<ellipse cx="${short(middle)}" cy="${GROUND + 10}" rx="${short(length * 0.49 * pen.scale)}" ry="24" fill="url(#s)"/>${under.join("")}`;
}

/** What lies behind the body: the engines and wheels of the far side. */
function farSide(pen: Pen, plane: Airplane): string {
  const { engines, gear, livery } = plane;
  const far: Engines = { ...engines, x: engines.x - 0.35, y: engines.y + (engines.place === "tail" ? 0.42 : 0.12) };
  const engine =
    engines.place === "wings" ? nacelle(pen, far, livery.belly) : engines.place === "tail" ? jet(pen, far) : "";
  const pants = gear.hasPants ? livery.belly : null;
  const main = { ...gear.main, x: gear.main.x + 0.62 };
  return engine + wheel(pen, main, { kind: gear.kind, pants, isFar: true, isMain: true });
}

function nearWheels(pen: Pen, { gear, livery, pitch = 0 }: Airplane): string {
  const pants = gear.hasPants ? livery.belly : null;
  const one = (place: "main" | "nose") => {
    const found = gear[place];
    return found ? wheel(pen, found, { kind: gear.kind, pants, isFar: false, isMain: place === "main" }) : "";
  };
  const tail = gear.tail
    ? wheel(
        pen,
        { ...gear.tail, axle: tailAxle(gear.tail, gear.main, pitch) },
        { kind: "fixed", pants: null, isFar: false, isMain: false },
      )
    : "";
  return one("nose") + one("main") + tail;
}

/** Where the tailwheel's axle is before the aircraft is turned, so that the wheel then rests on the ground. */
function tailAxle(tail: Wheel, main: Wheel, pitch: number): number {
  const angle = (pitch * Math.PI) / 180;
  return main.radius + (tail.radius - main.radius + (tail.x - main.x) * Math.sin(angle)) / Math.cos(angle);
}

function engine(pen: Pen, plane: Airplane): string {
  const { engines, livery } = plane;
  if (engines.place === "wings") return nacelle(pen, engines, livery.belly);
  if (engines.place === "tail") return jet(pen, engines) + engineNumber(pen, plane);
  const cooling = engines.hasOpenCylinders ? openCylinders(pen, engines) : noseInlet(pen, plane);
  const screw = engines.propeller ? propeller(pen, engines.x, engines.y, engines.propeller) : "";
  return `<g data-part="engine">${cooling}</g>${screw}`;
}

function engineNumber(pen: Pen, { registration, engines, livery }: Airplane): string {
  if (!registration) return "";
  const { text, x, height } = registration;
  return lettering(pen, text, x, engines.y - height / 2, height, livery.belly);
}

function noseInlet(pen: Pen, plane: Airplane): string {
  const { x, y, kind } = plane.engines;
  if (kind === "turboprop") {
    const mouth = pen.polygon([
      [x + 0.75, y - 0.72],
      [x + 1.5, y - 0.78],
      [x + 1.6, y - 1.22],
      [x + 0.95, y - 1.16],
    ]);
    return `<path d="${mouth}" fill="#131E26"/>${exhaust(pen, x + 2.6, y - 0.62)}`;
  }
  const mouth = pen.polygon([
    [x + 0.5, y + 0.42],
    [x + 0.95, y + 0.5],
    [x + 0.95, y + 0.12],
    [x + 0.5, y + 0.1],
  ]);
  const under = heightAt(plane.bottom, x + 3.4);
  const pipe = pen.polygon([
    [x + 3.1, under + 0.2],
    [x + 3.45, under + 0.2],
    [x + 3.6, under - 0.24],
    [x + 3.36, under - 0.28],
  ]);
  return `<path d="${pipe}" fill="#3A454D"/><path d="${mouth}" fill="#131E26"/>`;
}

/** The whole picture as an SVG text. The same aircraft gives the same text. */
export function exterior(plane: Airplane): string {
  const pen = penFor(plane.length, plane.height);
  const { wing: wings, tail, pitch } = plane;
  const isHigh = wings.place === "high";
  // The wing of a low-wing aircraft hides the gear's legs; that of a high-wing aircraft lies over the cabin.
  const layers = [
    farSide(pen, plane),
    strakes(pen, plane),
    fin(pen, plane),
    tail.kind === "t" ? tailPlane(pen, plane) : "",
    body(pen, plane),
    tail.kind === "t" ? "" : tailPlane(pen, plane),
    plane.engines.place === "tail" ? engine(pen, plane) : "",
    nearWheels(pen, plane),
    isHigh ? strut(pen, plane) : "",
    wing(pen, plane),
    plane.engines.place === "tail" ? "" : engine(pen, plane),
    tipTank(pen, plane),
  ].join("");
  const axle = plane.gear.main;
  const turned = pitch
    ? `<g transform="rotate(${pitch} ${short(pen.x(axle.x))} ${short(pen.y(axle.radius))})">${layers}</g>`
    : layers;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><title>${plane.name}, side view</title>` +
    `${scenery(plane.scene)}${lights}${shadow(pen, plane)}${turned}</svg>\n`
  );
}

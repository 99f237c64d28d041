// The cabin of a class of aircraft, seen from the front toward the tail.
import type { AircraftType } from "../../shared/domain/aircraft-rules.ts";
import { HEIGHT, short, WIDTH } from "./pen.ts";

type Cabin = {
  leather: readonly [light: string, shade: string];
  wall: readonly [light: string, shade: string];
  carpet: string;
  /** Rows from the back to the front; a row that faces aft shows its backs. */
  rows: readonly ("forward" | "aft")[];
  windows: "large" | "round" | "oval";
  hasAisle: boolean;
  hasTables?: boolean;
};

const cabins: Readonly<Record<AircraftType, Cabin>> = {
  "single-engine": {
    leather: ["#C99C6C", "#A1774C"],
    wall: ["#F1EEE6", "#D9D4C8"],
    ...{ carpet: "#4B525A", rows: ["forward", "aft"], windows: "large", hasAisle: false },
  },
  "multi-engine": {
    leather: ["#8F98A0", "#6B757E"],
    wall: ["#EFEFEC", "#D3D5D4"],
    ...{ carpet: "#3C4149", rows: ["forward", "aft"], windows: "large", hasAisle: false },
  },
  turboprop: {
    leather: ["#E4D6BE", "#BFAC8B"],
    wall: ["#F5F2EA", "#DDD7CA"],
    ...{ carpet: "#5A4A3E", rows: ["forward", "forward", "aft"], windows: "round", hasAisle: true, hasTables: true },
  },
  jet: {
    leather: ["#EDE7DC", "#C8BFAF"],
    wall: ["#FAF8F3", "#E1DCD2"],
    ...{ carpet: "#3F4654", rows: ["forward", "forward", "aft"], windows: "oval", hasAisle: true, hasTables: true },
  },
};

/** The far wall; the room's edges run from the picture's corners to its corners. */
const back = { left: 390, right: 810, top: 190, bottom: 520 };

/** A point on a side wall: `depth` 0 is the viewer's end, 1 the far wall; `high` 0 is the floor. */
function onWall(side: -1 | 1, depth: number, high: number): string {
  const edge = side < 0 ? back.left * depth : WIDTH - (WIDTH - back.right) * depth;
  const top = back.top * depth;
  const bottom = HEIGHT - (HEIGHT - back.bottom) * depth;
  return `${short(edge)} ${short(bottom + (top - bottom) * high)}`;
}

function wallWindow(side: -1 | 1, from: number, to: number, shape: Cabin["windows"]): string {
  const [low, high] = shape === "large" ? [0.5, 0.78] : [0.52, 0.74];
  const at = (depth: number, height: number) => onWall(side, depth, height);
  const middle = (from + to) / 2;
  const d =
    shape === "large"
      ? `M${at(from, low)}L${at(from, high)}L${at(to, high)}L${at(to, low)}Z`
      : `M${at(middle, low)}Q${at(from, low)} ${at(from, (low + high) / 2)}Q${at(from, high)} ${at(middle, high)}Q${at(to, high)} ${at(to, (low + high) / 2)}Q${at(to, low)} ${at(middle, low)}Z`;
  const ground = `M${at(from, low)}L${at(from, low + 0.07)}L${at(to, low + 0.09)}L${at(to, low)}Z`;
  const id = `w${side < 0 ? "l" : "r"}${Math.round(from * 100)}`;
  return `<clipPath id="${id}"><path id="${id}p" d="${d}"/></clipPath><g data-part="window"><use href="#${id}p" fill="url(#k)"/><path clip-path="url(#${id})" d="${ground}" fill="#7C9C8C"/><use href="#${id}p" fill="none" stroke="#fff" stroke-width="12" stroke-linejoin="round"/><use href="#${id}p" fill="none" stroke="#0C1B26" stroke-opacity=".14" stroke-width="2"/></g>`;
}

/** A seat 100 wide and 150 high, its foot in the middle at the origin. */
function seat(facing: "forward" | "aft"): string {
  const edge = 'stroke="#0C1B26" stroke-opacity=".2" stroke-width="1.2"';
  const head = `<rect x="-24" y="-176" width="48" height="40" rx="13" fill="url(#l)" ${edge}/><path d="M-10-138v10M10-138v10" stroke="#87929A" stroke-width="5"/>`;
  const rest = `<path d="M-46-48C-54-96-44-130-30-132H30C44-130 54-96 46-48Z" fill="url(#l)" ${edge}/>`;
  if (facing === "aft") {
    return `${head}${rest}<path d="M-34-60H34V-100C20-106-20-106-34-100Z" fill="#0C1B26" opacity=".1"/><path d="M-46-50H46L42 0H-42Z" fill="url(#h)"/>`;
  }
  const bolsters = `<path d="M-46-48C-54-96-44-130-30-132-36-104-34-76-30-48ZM46-48C54-96 44-130 30-132 36-104 34-76 30-48Z" fill="#0C1B26" opacity=".13"/><path d="M-28-104H28M-29-76H29" stroke="#0C1B26" stroke-opacity=".14" stroke-width="2.5"/>`;
  const cushion = `<path d="M-50-50H50L56-20C30-10-30-10-56-20Z" fill="url(#l)"/><path d="M-56-20C-30-10 30-10 56-20L50 0H-50Z" fill="url(#h)"/>`;
  const belt = `<path d="M-30-128L24-46" stroke="#2A343B" stroke-width="6"/><rect x="18" y="-54" width="15" height="12" rx="3" fill="#C3CBD0"/>`;
  return `${head}${rest}${bolsters}${cushion}<path d="M-58-52h14v-26h-14ZM44-52h14v-26H44Z" fill="url(#h)"/>${belt}`;
}

/** The picture of a class's cabin as an SVG text. */
export function cabin(type: AircraftType): string {
  const { leather, wall, carpet, rows, windows, hasAisle, hasTables } = cabins[type];
  const panes =
    windows === "large"
      ? [
          [0.1, 0.44],
          [0.56, 0.84],
        ]
      : [
          [0.06, 0.22],
          [0.32, 0.46],
          [0.54, 0.66],
          [0.73, 0.83],
          [0.88, 0.95],
        ];
  const sides = panes.flatMap(([from = 0, to = 0]) => [
    wallWindow(-1, from, to, windows),
    wallWindow(1, from, to, windows),
  ]);
  const placed = rows.map((facing, n) => {
    const near = rows.length === 1 ? 0 : n / (rows.length - 1);
    const scale = (hasAisle ? 1.18 : 1.5) + near * (hasAisle ? 1.5 : 1.75);
    const apart = (hasAisle ? 118 : 92) + near * (hasAisle ? 262 : 300);
    const foot = 566 + near * (hasAisle ? 236 : 330);
    const [left, right] = [-1, 1].map(
      (side) =>
        `<use data-part="seat" href="#${facing}" transform="translate(${short(600 + side * apart)} ${short(foot)}) scale(${short(scale)})"/>`,
    );
    const table =
      hasTables && n === 1
        ? [-1, 1]
            .map(
              (side) =>
                `<path data-part="table" d="M${600 + side * 206} 596L${600 + side * 372} 604 ${600 + side * 404} 642 ${600 + side * 214} 630Z" fill="#7A5232"/><path d="M${600 + side * 214} 630L${600 + side * 404} 642v9L${600 + side * 214} 639Z" fill="#5A3A22"/>`,
            )
            .join("")
        : "";
    return `${left}${right}${table}`;
  });
  const rear =
    windows === "large"
      ? `<rect x="470" y="226" width="260" height="86" rx="18" fill="url(#k)" stroke="#fff" stroke-width="12"/><path d="M476 292C540 280 660 290 724 282V300Q724 306 716 306H484Q476 306 476 300Z" fill="#7C9C8C"/>`
      : `<rect x="520" y="232" width="160" height="288" rx="10" fill="#8A6340"/><rect x="534" y="246" width="132" height="274" rx="6" fill="#A37A52"/><circle cx="650" cy="390" r="6" fill="#E2D6BE"/>`;
  const aisle = hasAisle
    ? `<path d="M520 800L572 520H628L680 800Z" fill="#fff" opacity=".07"/>`
    : `<path d="M500 800L556 600H644L700 800Z" fill="#0C1B26" opacity=".3"/>`;
  const kind = type.replace("-", " ");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><title>Cabin of a ${kind} aircraft</title><defs>` +
    `<linearGradient id="k" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#5FA5D8"/><stop offset="1" stop-color="#E3F0F3"/></linearGradient><linearGradient id="l" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${leather[0]}"/><stop offset=".55" stop-color="${leather[0]}"/><stop offset="1" stop-color="${leather[1]}"/></linearGradient><linearGradient id="h" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${leather[1]}"/><stop offset="1" stop-color="#5A4E42"/></linearGradient>` +
    `<linearGradient id="a"><stop stop-color="${wall[1]}"/><stop offset="1" stop-color="${wall[0]}"/></linearGradient><linearGradient id="z" x1="1" x2="0"><stop stop-color="${wall[1]}"/><stop offset="1" stop-color="${wall[0]}"/></linearGradient>` +
    `<g id="forward">${seat("forward")}</g><g id="aft">${seat("aft")}</g></defs>` +
    `<path d="M0 0H1200V800H0Z" fill="${wall[0]}"/><path d="M0 0H1200L${back.right} ${back.top}H${back.left}Z" fill="#FBFAF7"/><path d="M0 0L${back.left} ${back.top}V${back.bottom}L0 800Z" fill="url(#a)"/><path d="M1200 0L${back.right} ${back.top}V${back.bottom}L1200 800Z" fill="url(#z)"/>` +
    `<path d="M0 800L${back.left} ${back.bottom}H${back.right}L1200 800Z" fill="${carpet}"/><path d="M${back.left} ${back.top}H${back.right}V${back.bottom}H${back.left}Z" fill="${wall[1]}" opacity=".6"/>${rear}${aisle}${sides.join("")}` +
    `<path d="M${onWall(-1, 0, 0.42)}L${onWall(-1, 1, 0.42)}L${onWall(-1, 1, 0.36)}L${onWall(-1, 0, 0.34)}ZM${onWall(1, 0, 0.42)}L${onWall(1, 1, 0.42)}L${onWall(1, 1, 0.36)}L${onWall(1, 0, 0.34)}Z" fill="${hasTables ? "#7A5232" : leather[1]}"/>` +
    `<path d="M600 20V${back.top}" stroke="#0C1B26" stroke-opacity=".08" stroke-width="5"/>${[-1, 1].map((side) => `<path d="M${600 + side * 330} 0L${600 + side * 118} ${back.top}" stroke="#fff" stroke-width="14"/><circle cx="${600 + side * 62}" cy="96" r="12" fill="#fff" stroke="#B9B6AE" stroke-width="4"/>`).join("")}` +
    `${placed.join("")}</svg>\n`
  );
}

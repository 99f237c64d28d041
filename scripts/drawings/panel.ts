// What the pilot sees: windshield, screens and levers of a class of aircraft.
import type { AircraftType } from "../../shared/domain/aircraft-rules.ts";
import { HEIGHT, WIDTH } from "./pen.ts";

type Panel = {
  /** Large screens side by side. */
  screens: 2 | 3;
  /** Colors of the knobs of the levers, left to right. */
  levers: readonly string[];
  /** Engines whose gauges the middle screen shows. */
  engines: 1 | 2;
  shield: string;
  board: readonly [top: string, bottom: string];
};

const [BLACK, BLUE, RED, GRAY] = ["#171D21", "#1C4F86", "#B3202B", "#C9CED0"];

const panels: Readonly<Record<AircraftType, Panel>> = {
  "single-engine": {
    ...{ screens: 2, engines: 1, shield: "#15191C", board: ["#38424A", "#20272C"] },
    levers: [BLACK, BLUE, RED],
  },
  "multi-engine": {
    ...{ screens: 2, engines: 2, shield: "#1A1816", board: ["#4A4640", "#2A2723"] },
    levers: [BLACK, BLACK, BLUE, BLUE, RED, RED],
  },
  turboprop: {
    ...{ screens: 3, engines: 1, shield: "#141A20", board: ["#3B4550", "#1F272F"] },
    levers: [BLACK, GRAY, RED],
  },
  jet: {
    ...{ screens: 3, engines: 2, shield: "#131518", board: ["#43474C", "#23272B"] },
    levers: [GRAY, GRAY],
  },
};

const many = (count: number, draw: (n: number) => string) => Array.from({ length: count }, (_, n) => draw(n)).join("");

/** Attitude over a compass, with tapes for speed and height. The picture is 320 by 240. */
const flight =
  `<path d="M0 0H320V110H0Z" fill="#2D7DC6"/><path d="M0 110H320V240H0Z" fill="#7A4F27"/><path d="M0 110H320" stroke="#fff" stroke-width="2"/>` +
  `<path d="M142 90h36M150 70h20M142 130h36M150 150h20" stroke="#fff" stroke-width="2"/><path d="M72 74A98 98 0 0 1 248 74" fill="none" stroke="#fff" stroke-width="2"/>` +
  `<path d="M160 21l7 13h-14ZM96 108h42l8 9M224 108h-42l-8 9" fill="none" stroke="#FFD23E" stroke-width="5"/><path d="M160 111l22 13h-44Z" fill="#FFD23E"/>` +
  `<path d="M16 24h50v160H16ZM254 24h54v160h-54Z" fill="#0A1016" opacity=".72"/>${many(8, (n) => `<path d="M56 ${34 + n * 20}h10M254 ${34 + n * 20}h10" stroke="#fff" stroke-width="2"/>`)}` +
  `<path d="M63 74v84" stroke="#34B36F" stroke-width="5"/><path d="M63 34v40" stroke="#FFD23E" stroke-width="5"/><path d="M12 98h40l10 12-10 12H12ZM312 98h-44l-10 12 10 12h44Z" fill="#000" stroke="#fff" stroke-width="1.5"/>` +
  `<path d="M20 104v12M29 104v12M38 104h7v6h-7v6h7M270 104v6h8v6M286 104h8v12h-8ZM300 104h8v12h-8Z" fill="none" stroke="#fff" stroke-width="2.4"/>` +
  `<circle cx="160" cy="196" r="50" fill="#0A1016" opacity=".86"/>${many(24, (n) => `<path d="M160 149v${n % 2 ? 4 : 8}" stroke="#fff" stroke-width="1.5" transform="rotate(${n * 15} 160 196)"/>`)}` +
  `<path d="M160 158v24M160 190v34" stroke="#E04BC8" stroke-width="4"/><path d="M160 153l7 11h-14Z" fill="#E04BC8"/>`;

/** A moving map with a route. */
const map =
  `<path d="M0 0H320V240H0Z" fill="#24482F"/><path d="M90 0c20 46 80 40 104 12 30-20 90 20 126 6V0ZM210 108c34-26 80-6 110 24v44c-44-36-110-24-110-68Z" fill="#72602F"/><path d="M0 150c46-14 40 40 74 56 30 16 6 34 10 34H0Z" fill="#173855"/>` +
  `<circle cx="160" cy="132" r="76" fill="none" stroke="#D5DDE0" stroke-width="1.5" stroke-dasharray="4 6"/><path d="M66 232l56-46 38-54 22-58 62-54" fill="none" stroke="#E04BC8" stroke-width="4"/>` +
  `<path d="M122 178l7 8-7 8-7-8ZM182 66l7 8-7 8-7-8ZM244 12l7 8-7 8-7-8Z" fill="#fff"/><path d="M160 112l5 15 18 12v5l-18-5-1 14 6 5v4l-10-3-10 3v-4l6-5-1-14-18 5v-5l18-12Z" fill="#fff"/>`;

/** Gauges of one or two engines. */
const gauges = (engines: 1 | 2) =>
  `<path d="M0 0H320V240H0Z" fill="#080C0F"/>${many(engines, (n) => {
    const x = engines === 1 ? 160 : 90 + n * 140;
    return `<path d="M${x - 46} 96A54 54 0 1 1 ${x + 46} 96" fill="none" stroke="#3D4951" stroke-width="11"/><path d="M${x - 46} 96A54 54 0 0 1 ${x + 26} 20" fill="none" stroke="#34B36F" stroke-width="11"/><path d="M${x} 66l24-34" stroke="#fff" stroke-width="4"/>`;
  })}${many(10, (n) => `<path d="M${30 + (n % 2) * 140} ${132 + Math.floor(n / 2) * 22}h120" stroke="#2C363D" stroke-width="8"/><path d="M${30 + (n % 2) * 140} ${132 + Math.floor(n / 2) * 22}h${56 + ((n * 17) % 46)}" stroke="#34B36F" stroke-width="8"/>`)}`;

function screen(x: number, y: number, wide: number, inside: string): string {
  const high = wide * 0.75;
  const knobs = many(3, (n) => {
    const at = y + 26 + n * (high / 3.2);
    return [x - 26, x + wide + 26]
      .map(
        (cx) =>
          `<circle cx="${cx}" cy="${at}" r="12" fill="#12171B" stroke="#59656D" stroke-width="2"/><circle cx="${cx}" cy="${at}" r="5" fill="#333E45"/>`,
      )
      .join("");
  });
  const keys = many(
    11,
    (n) =>
      `<rect x="${x + 4 + (n * wide) / 11}" y="${y + high + 8}" width="${wide / 11 - 8}" height="13" rx="3" fill="#313B42"/>`,
  );
  return (
    `<rect data-part="screen" x="${x - 12}" y="${y - 12}" width="${wide + 24}" height="${high + 42}" rx="12" fill="#0F1417" stroke="#4D5860" stroke-width="2"/>${knobs}` +
    `<svg x="${x}" y="${y}" width="${wide}" height="${high}" viewBox="0 0 320 240">${inside}<path d="M0 0H190L90 240H0Z" fill="#fff" opacity=".05"/></svg>${keys}`
  );
}

const yoke = (x: number) =>
  `<g transform="translate(${x} 0)"><path d="M-15 700h30v100h-30Z" fill="#1D2429"/><path d="M-112 676c-8-36 2-66 22-70 14-2 16 16 18 34 4 30 26 44 72 44s68-14 72-44c2-18 4-36 18-34 20 4 30 34 22 70-8 46-32 66-64 66h-96c-32 0-56-20-64-66Z" fill="#14191D" stroke="#46525A" stroke-width="3"/><path d="M-102 668c-5-26 0-50 13-53M102 668c5-26 0-50-13-53" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="4"/><circle cy="714" r="16" fill="#2C363D"/><rect x="-103" y="612" width="17" height="22" rx="6" fill="${RED}"/><rect x="88" y="612" width="15" height="20" rx="5" fill="#3D4951"/></g>`;

function levers(colors: readonly string[]): string {
  const step = Math.min(40, 200 / colors.length);
  const left = WIDTH / 2 - ((colors.length - 1) * step) / 2;
  const slots = many(colors.length, (n) => `<path d="M${left + n * step} 668V800" stroke="#0B0F12" stroke-width="9"/>`);
  const handles = colors.map((color, n) => {
    const [x, y] = [left + n * step, 700 + (n % 3) * 8];
    return `<path d="M${x} 800V${y}" stroke="#A3ADB3" stroke-width="7"/><rect data-part="lever" x="${x - 14}" y="${y - 20}" width="28" height="32" rx="9" fill="${color}"/><path d="M${x - 8} ${y - 14}h16" stroke="#fff" stroke-opacity=".4" stroke-width="3"/>`;
  });
  return `<path d="M${left - 50} 800L${left - 34} 656H${WIDTH - left + 34}L${WIDTH - left + 50} 800Z" fill="#181E22" stroke="#3A454C" stroke-width="2"/>${slots}${handles.join("")}`;
}

/** The picture of a class's panel as an SVG text. */
export function panel(type: AircraftType): string {
  const { screens, levers: colors, engines, shield, board } = panels[type];
  const wide = screens === 2 ? 316 : 264;
  const places = screens === 2 ? [190, WIDTH - 190 - wide] : [132, (WIDTH - wide) / 2, WIDTH - 132 - wide];
  const inside = screens === 2 ? [flight, map] : [flight, gauges(engines), map];
  const drawn = places.map((x, n) => screen(x, 416, wide, inside[n] ?? map));
  const radio =
    screens === 2
      ? `<rect x="566" y="404" width="68" height="240" rx="8" fill="#0F1417" stroke="#4D5860" stroke-width="2"/>${many(14, (n) => `<rect x="${576 + (n % 2) * 26}" y="${416 + Math.floor(n / 2) * 27}" width="21" height="17" rx="4" fill="${n === 3 ? "#63D79A" : "#2F3940"}"/>`)}<circle cx="600" cy="624" r="12" fill="${RED}"/>`
      : "";
  const lights = many(
    screens === 2 ? 6 : 10,
    (n) =>
      `<rect x="${WIDTH / 2 - (screens === 2 ? 78 : 130) + n * 26}" y="378" width="20" height="12" rx="2" fill="${["#3C4A3F", "#63D79A", "#4A4034"][n % 3]}"/>`,
  );
  const kind = type.replace("-", " ");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><title>Panel of a ${kind} aircraft</title>` +
    `<linearGradient id="k" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#4F9AD3"/><stop offset="1" stop-color="#E1EFF3"/></linearGradient><linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${board[0]}"/><stop offset="1" stop-color="${board[1]}"/></linearGradient><linearGradient id="p"><stop stop-color="#E7EAE8"/><stop offset="1" stop-color="#BCC5C8"/></linearGradient>` +
    `<path d="M0 0H1200V340H0Z" fill="url(#k)"/><path transform="translate(250 120)" d="M0 0C-26 0-30-22-8-26-8-48 30-54 40-36 60-52 92-40 88-20 112-22 118 0 96 0Z" fill="#fff" opacity=".7"/>` +
    `<path d="M0 262C170 232 290 250 430 234S720 240 880 224 1100 236 1200 226V420H0Z" fill="#9BB5B6"/><path d="M0 290C240 270 420 284 640 272S1020 276 1200 264V430H0Z" fill="#6F917B"/><path d="M548 340L588 272H612L652 340Z" fill="#6A7679"/><path d="M600 276v60" stroke="#fff" stroke-width="3" stroke-dasharray="7 9"/>` +
    `<path d="M0 0H70L34 352H0ZM1200 0H1130L1166 352H1200ZM586 0H614L607 330H593Z" fill="url(#p)"/><path d="M0 0H1200V30C900 46 300 46 0 30Z" fill="#CDD4D4"/>` +
    `<path d="M0 386C150 324 380 304 600 304S1050 324 1200 386V500H0Z" fill="${shield}"/><path d="M0 386C150 324 380 304 600 304S1050 324 1200 386" fill="none" stroke="#48535B" stroke-width="3"/>` +
    `<path d="M0 432C160 372 390 356 600 356S1040 372 1200 432V800H0Z" fill="url(#b)"/><circle cx="600" cy="286" r="27" fill="#14191D"/><circle cx="600" cy="286" r="19" fill="#ECEFEE"/><path d="M600 272v28M590 286h20" stroke="#14191D" stroke-width="3"/>` +
    `${lights}${drawn.join("")}${radio}<path d="M0 694H1200" stroke="#0F1417" stroke-width="4"/>${many(9, (n) => `<rect x="${340 + n * 18}" y="706" width="11" height="22" rx="3" fill="#E2E6E5"/>`)}` +
    `${levers(colors)}${yoke(252)}${yoke(948)}</svg>\n`
  );
}

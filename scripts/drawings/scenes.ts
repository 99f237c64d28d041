// Ground and sky behind the aircraft: a field at some hour of the day.
import { GROUND, HEIGHT, WIDTH } from "./pen.ts";

export type SceneName = "coast" | "desert" | "mountain" | "dusk" | "dawn" | "meadow" | "evening" | "noon";

type Scene = {
  sky: readonly [top: string, middle: string, horizon: string];
  ground: readonly [far: string, near: string];
  /** The painted line of the taxiway; grass has none. */
  line?: string;
  far: string;
  near: string;
  extra?: string;
};

const HORIZON = 540;

const cloud = (x: number, y: number, size: number, opacity: number) =>
  `<path transform="translate(${x} ${y}) scale(${size})" d="M0 0C-26 0-30-22-8-26-8-48 30-54 40-36 60-52 92-40 88-20 112-22 118 0 96 0Z" fill="#fff" opacity="${opacity}"/>`;
const streaks = (color: string) =>
  `<path d="M80 150C240 138 330 144 470 132 400 152 250 164 80 150ZM640 96C800 82 960 92 1120 74 1010 104 820 116 640 96ZM240 250C340 242 470 246 560 238 480 256 340 264 240 250Z" fill="${color}" opacity=".4"/>`;
const sun = (x: number, y: number, color: string) =>
  `<radialGradient id="u"><stop stop-color="${color}"/><stop offset=".18" stop-color="${color}" stop-opacity=".75"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="210" fill="url(#u)"/>`;
const hills = (far: string, near: string) =>
  `<path d="M0 560V512C130 486 230 500 350 478 470 456 560 500 700 490 820 482 900 456 1030 470 1110 478 1160 472 1200 480V560Z" fill="${far}"/><path d="M0 560V530C170 518 310 530 490 520 690 508 870 528 1200 512V560Z" fill="${near}"/>`;
const peaks = (far: string, near: string) =>
  `<path d="M0 560V470L120 410 200 446 330 352 430 424 520 392 640 470 780 398 900 446 1020 376 1120 436 1200 410V560Z" fill="${far}"/><path d="M330 352L296 377 322 384 338 376 362 394 374 384ZM1020 376L984 400 1012 404 1034 398 1052 408 1060 400Z" fill="#fff" opacity=".85"/><path d="M0 560V516C160 500 300 520 470 508 700 494 900 520 1200 500V560Z" fill="${near}"/>`;
const mesas = (far: string, near: string) =>
  `<path d="M0 560V506H70L92 452H236L262 506H430L446 476H520L534 506H800L828 430H1010L1040 506H1200V560Z" fill="${far}"/><path d="M0 560V532C200 522 420 534 640 526S1000 532 1200 524V560Z" fill="${near}"/>`;
const trees = (far: string, near: string) =>
  `${hills(far, far)}<path d="M0 560V522${Array.from({ length: 30 }, (_, n) => `q${n % 3 ? 10 : 14}-${14 + ((n * 7) % 12)} 20-${n % 2 ? 2 : 6}t20 ${n % 2 ? 6 : 2}`).join("")}V560Z" fill="${near}"/>`;
const hangars = (far: string, near: string) =>
  `<path d="M0 560V498C300 480 500 506 760 488 950 476 1080 492 1200 482V560Z" fill="${far}"/><path d="M40 560V486L150 456 260 486V560ZM300 560V494L380 472 460 494V560ZM860 560V488L990 454 1120 488V560Z" fill="${near}"/><path d="M60 498H240V556H60ZM884 502H1096V556H884Z" fill="#F3CC85"/><path d="M100 498V556M140 498V556M180 498V556M940 502V556M990 502V556M1040 502V556" stroke="${near}" stroke-width="4"/>`;

const scenes: Readonly<Record<SceneName, Scene>> = {
  coast: {
    sky: ["#4E9CD2", "#9CCBE8", "#DDEEF3"],
    ground: ["#C9CCC6", "#DAD9D0"],
    line: "#DCA83A",
    far: "#A6BFC6",
    near: "#7F9F93",
    extra: `${cloud(140, 200, 1.1, 0.85)}${cloud(880, 150, 0.8, 0.7)}`,
  },
  desert: {
    sky: ["#4A93C9", "#A9D0DE", "#F4E3C6"],
    ground: ["#CDBBA0", "#DFCFB4"],
    line: "#E0A93C",
    far: "#CF8E62",
    near: "#B9794F",
  },
  mountain: {
    sky: ["#5C9FD6", "#A9CDE8", "#E9F1F3"],
    ground: ["#BFC5C3", "#D2D5CF"],
    line: "#DCA83A",
    far: "#8FA3B5",
    near: "#5E7C6B",
    extra: cloud(700, 180, 1.2, 0.75),
  },
  dusk: {
    sky: ["#31396F", "#9A6E96", "#F3B28C"],
    ground: ["#7F7A8C", "#95909C"],
    line: "#E9B04A",
    far: "#5B5078",
    near: "#443E62",
    extra: `${sun(930, 500, "#FFD9A0")}${streaks("#F6B7A0")}`,
  },
  dawn: {
    sky: ["#6E93C4", "#E7B7A3", "#FFE3B8"],
    ground: ["#B7AFA9", "#CBC2B6"],
    line: "#DFA63C",
    far: "#A98E9C",
    near: "#7B7784",
    extra: `${sun(240, 505, "#FFF3CF")}${streaks("#FFE9D2")}`,
  },
  meadow: {
    sky: ["#66A9DA", "#B5D9EC", "#EDF5EE"],
    ground: ["#86A85F", "#A3BF74"],
    far: "#A2BFA9",
    near: "#5F8158",
    extra: `${cloud(180, 170, 1.3, 0.85)}${cloud(820, 220, 0.9, 0.7)}`,
  },
  evening: {
    sky: ["#1D2A52", "#4B4C83", "#C98F8E"],
    ground: ["#5F667A", "#737A8B"],
    line: "#E2AC4B",
    far: "#3B3F67",
    near: "#2C3152",
  },
  noon: {
    sky: ["#3E8FCC", "#8FC6EA", "#E3F1F5"],
    ground: ["#C3C9C8", "#D6D9D3"],
    line: "#DCA83A",
    far: "#A9C1B7",
    near: "#7FA080",
    extra: `${cloud(760, 140, 1.2, 0.9)}${cloud(240, 230, 0.7, 0.7)}`,
  },
};

const landscapes: Readonly<Record<SceneName, (far: string, near: string) => string>> = {
  ...{ coast: hills, desert: mesas, mountain: peaks, dusk: hangars, dawn: hills, meadow: trees, evening: hangars },
  noon: hills,
};

/** Everything behind the aircraft, its shadow not included. */
export function scenery(name: SceneName): string {
  const { sky, ground, line, far, near, extra = "" } = scenes[name];
  const paint = line
    ? `<path d="M0 716C400 690 800 686 1200 700" fill="none" stroke="${line}" stroke-width="7"/><path d="M0 590H1200M0 652H1200M0 768H1200" stroke="#1B2A34" stroke-opacity=".1" stroke-width="1.5"/>`
    : `<path d="M0 ${GROUND - 16}C300 ${GROUND - 26} 900 ${GROUND - 6} 1200 ${GROUND - 18}V640H0Z" fill="#fff" opacity=".1"/>`;
  return (
    `<linearGradient id="k" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset=".6" stop-color="${sky[1]}"/><stop offset="1" stop-color="${sky[2]}"/></linearGradient>` +
    `<linearGradient id="e" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient>` +
    `<path d="M0 0H${WIDTH}V${HORIZON + 20}H0Z" fill="url(#k)"/>${extra}${landscapes[name](far, near)}<path d="M0 ${HORIZON}H${WIDTH}V${HEIGHT}H0Z" fill="url(#e)"/>${paint}`
  );
}

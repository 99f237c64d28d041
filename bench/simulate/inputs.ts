// All inputs of the simulation: how people use the app, what work costs, how the app retries, and prices.
// Measured figures come from `npm run bench -- scale`; a newer artifacts/bench.json replaces them.

/** How a phone is used. The day of C1 in docs/performance.md, and visitors without an account. */
export const habits = {
  /** Openings of a phone on a day. */
  openings: 5,
  /** Minutes that the app stays open, on average; five make C1's hour of live line. */
  minutesOpen: 12,
  /** Messages that a phone sends on a day. */
  messages: 20,
  /** Other commands of a day: hearts, read marks, bookings. */
  otherCommands: 8,
  /** Aircraft opened on a day; the list itself is searched on the device. */
  details: 6,
  /** Visits of the site without the app on a day, by phone. */
  visits: 0.3,
  /** Few read a page of the list over REST, up to 1,000 rows: Home is a kept page, and the catalogue comes as files. */
  listsOfVisit: 0.1,
  detailsOfVisit: 3,
  /** Share of the day's openings by hour, UTC, for users in four zones of the United States. */
  hours: [5, 5, 4, 3, 2, 1, 1, 1, 1, 1, 2, 4, 6, 7, 8, 8, 8, 8, 8, 8, 7, 7, 7, 6],
} as const;

/** An outage of every server, without a database loss. `fromHour`: UTC. */
export const outage = { fromHour: 18, minutes: 10 } as const;

/** The app's rules for a lost line (pwa/device/transport), and a process's limit (LIMIT_HANDSHAKES). */
export const retries = { firstMs: 1000, slowestMs: 30_000, handshakesASecond: 2000 } as const;

/** Costs of work. Times are processor time in µs of the server's process and of PostgreSQL. */
export type Figures = {
  message: Work;
  exchange: Work;
  list: Work;
  detail: Work;
  manifest: Work;
  /** Opening a line. */
  line: { server: number };
  /** A thousand idle lines, as a share of a core. */
  idleThousand: number;
  /** Memory of a process with 10,000 lines, in MB. */
  memory: number;
  /** One read of the end of the change log by a process with 10,000 lines. */
  poll: { postgres: number };
  /** Bytes of a message in the database with indexes, ledger, change log and notice. */
  messageBytes: number;
};

export type Work = { server: number; postgres: number };

/** Where a figure is in artifacts/bench.json: item, and the end or beginning of its words. */
export const sources: readonly {
  path: readonly [keyof Figures, ("server" | "postgres")?];
  item: string;
  what: RegExp;
}[] = [
  { path: ["message", "server"], item: "W11", what: /^a message .*: server$/ },
  { path: ["message", "postgres"], item: "W11", what: /^a message .*: PostgreSQL$/ },
  { path: ["exchange", "server"], item: "W11", what: /^an exchange .*: server$/ },
  { path: ["exchange", "postgres"], item: "W11", what: /^an exchange .*: PostgreSQL$/ },
  { path: ["list", "server"], item: "W11", what: /^a page of the list.*: server$/ },
  { path: ["list", "postgres"], item: "W11", what: /^a page of the list.*: PostgreSQL$/ },
  { path: ["detail", "server"], item: "W11", what: /^an aircraft .*: server$/ },
  { path: ["detail", "postgres"], item: "W11", what: /^an aircraft .*: PostgreSQL$/ },
  { path: ["manifest", "server"], item: "W11", what: /^the manifest .*: server$/ },
  { path: ["manifest", "postgres"], item: "W11", what: /^the manifest .*: PostgreSQL$/ },
  { path: ["line", "server"], item: "W9", what: /^server time to open a line$/ },
  { path: ["idleThousand"], item: "W9", what: /^server time of 1,000 idle lines/ },
  { path: ["memory"], item: "W9", what: /resident memory$/ },
  { path: ["poll", "postgres"], item: "W9", what: /^PostgreSQL time of a poll/ },
  { path: ["messageBytes"], item: "W11", what: /^bytes of a message/ },
];

/** `npm run bench -- scale` on two cores of an AMD EPYC, Node 24, PostgreSQL 18; the load fell from 14 to 4 meanwhile. */
export const measured: Figures = {
  message: { server: 842, postgres: 355 },
  exchange: { server: 343, postgres: 193 },
  list: { server: 23_617, postgres: 4470 },
  detail: { server: 543, postgres: 463 },
  manifest: { server: 157, postgres: 17 },
  line: { server: 566 },
  idleThousand: 1.01,
  memory: 214,
  poll: { postgres: 1833 },
  messageBytes: 1165,
};

/** Assumed, not measured: machines and what stays free on them. */
export const machines = {
  /** Share of a core that a tier uses at its busiest second of an ordinary day. */
  busiest: 0.5,
  /** Cores of a machine for servers, and its memory in MB; a process uses one core. */
  serverCores: 4,
  serverMemory: 8192,
  /** Most lines of a process: the measured number. */
  linesOfProcess: 10_000,
  /** The largest database machine. */
  databaseCores: 96,
  /** Lines that one proxy machine of four cores holds with TLS. */
  linesOfProxy: 100_000,
  /** Direct connections that PostgreSQL serves well, and those of a process. */
  connections: 500,
  connectionsOfProcess: 20,
  /** Days that messages are kept in the first table before it is partitioned, and its bytes. */
  tableBytes: 2e12,
} as const;

/** Assumed list prices in US dollars a month, to be replaced by those of your provider. */
export const prices = {
  serverMachine: 120,
  databaseCore: 55,
  databaseGigabyte: 0.12,
  proxyMachine: 120,
  busMachine: 30,
  objectGigabyte: 0.023,
  egressGigabyte: 0.05,
} as const;

/** Assumed sizes: what leaves the machines, and what is stored. */
export const sizes = {
  /** Bytes to phones of a message, of an opening, and of a visit without the files of the CDN. */
  message: 1200,
  opening: 4000,
  visit: 60_000,
  /** Pictures of an average listing, and listings for each phone. */
  picturesOfListing: 4e6,
  listingsOfPhone: 0.02,
} as const;

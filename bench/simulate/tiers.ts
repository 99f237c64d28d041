// From the demand of a day to machines, cost and the first bottleneck.
import { DAY, type Day } from "./day.ts";
import { machines as assumed, prices as assumedPrices, sizes as assumedSizes, type Figures } from "./inputs.ts";

type Numbers<Table> = { [Name in keyof Table]: number };
export type Prices = Numbers<typeof assumedPrices>;
export type Machines = Numbers<typeof assumed>;
type Sizes = Numbers<typeof assumedSizes>;

/** `demand` and `limit` in the unit of `what`: at 1 and above the tier cannot carry the day. */
export type Bound = { what: string; demand: number; limit: number; then: string };

export type Plan = {
  peak: { lines: number; messages: number; lists: number; details: number; serverCores: number; databaseCores: number };
  machines: {
    servers: number;
    processes: number;
    databaseCores: number;
    replicas: number;
    proxies: number;
    bus: number;
  };
  /** US dollars a month. */
  cost: {
    servers: number;
    database: number;
    storage: number;
    proxies: number;
    bus: number;
    egress: number;
    total: number;
  };
  /** The nearest bound first. */
  bounds: Bound[];
};

/** Most reads of the log's end by a process: it rests as long as a read takes, and a read takes at least this, in µs. */
const SHORTEST_POLL_US = 2000;
/** Without a bus a process reads this often. */
const POLLS_A_SECOND = 4;
const SERVERS_SPARE = 1;
const MONTH = 30;

/** @throws when no machine can be planned: a figure or a price is no positive number */
export function planFor(
  day: Day,
  figures: Figures,
  phones: number,
  {
    machines = assumed,
    prices = assumedPrices,
    sizes = assumedSizes,
    hasReplicas = false,
    hasBus = true,
  }: {
    machines?: Machines;
    prices?: Prices;
    sizes?: Sizes;
    hasReplicas?: boolean;
    hasBus?: boolean;
  } = {},
): Plan {
  for (const [name, value] of [...Object.entries(machines), ...Object.entries(prices)])
    if (!(value > 0)) throw new Error(`${name} must be above 0, not ${value}.`);
  const lines = max(day.lines);
  const server = maxOf((second) => serverTime(day, figures, second));
  const processes =
    Math.max(2, Math.ceil(Math.max(server / machines.busiest, lines / machines.linesOfProcess))) + SERVERS_SPARE;
  const commits = maxOf((second) => day.messages[second]! + day.others[second]!);
  const pollsOfProcess = hasBus
    ? Math.min(1e6 / (2 * Math.max(SHORTEST_POLL_US, figures.poll.postgres)), Math.max(POLLS_A_SECOND, commits))
    : POLLS_A_SECOND;
  const polls = (processes * pollsOfProcess * figures.poll.postgres) / 1e6;
  const reads = maxOf((second) => readTime(day, figures, second));
  const writes = maxOf((second) => writeTime(day, figures, second)) + polls;
  const primary = hasReplicas ? writes : writes + reads;
  const onReplicas = hasReplicas ? reads / machines.busiest : 0;
  const databaseCores = Math.max(2, Math.ceil(primary / machines.busiest));
  const processesOfMachine = Math.max(
    1,
    Math.min(machines.serverCores, Math.floor(machines.serverMemory / figures.memory)),
  );
  const servers = Math.ceil(processes / processesOfMachine);
  const proxies = Math.ceil(lines / machines.linesOfProxy) + 1;
  const messages = sum(day.messages);
  const gigabytes = (messages * MONTH * figures.messageBytes) / 1e9;
  const egress =
    ((messages * sizes.message + sum(day.exchanges) * sizes.opening + sum(day.lists) * sizes.visit) * MONTH) / 1e9;
  const pictures = (phones * sizes.listingsOfPhone * sizes.picturesOfListing) / 1e9;
  const replicas = hasReplicas ? Math.max(2, Math.ceil(onReplicas / machines.databaseCores)) : 0;
  const cost = {
    servers: servers * prices.serverMachine,
    // A standby as large as the primary takes over when it fails.
    database: (2 * databaseCores + Math.max(2 * replicas, Math.ceil(onReplicas))) * prices.databaseCore,
    // A year of messages.
    storage: gigabytes * 12 * 2 * prices.databaseGigabyte + pictures * prices.objectGigabyte,
    proxies: proxies * prices.proxyMachine,
    bus: hasBus ? 3 * prices.busMachine : 0,
    egress: egress * prices.egressGigabyte,
  };
  const bounds: Bound[] = [
    {
      what: "cores of PostgreSQL's primary",
      demand: primary / machines.busiest,
      limit: machines.databaseCores,
      then: "replicas for lists and details, then conversations partitioned over several databases",
    },
    {
      what: "direct connections to PostgreSQL",
      demand: processes * machines.connectionsOfProcess,
      limit: machines.connections,
      then: "PgBouncer in transaction mode",
    },
    {
      what: "cores for reads of the log's end, all processes together",
      demand: polls / machines.busiest,
      limit: machines.databaseCores / 4,
      then: "the bus carries rows (NATS JetStream by conversation), or each process serves a part of the users",
    },
    {
      what: "bytes of the table of messages after a year",
      demand: gigabytes * 12e9,
      limit: machines.tableBytes,
      then: "the table partitioned by conversation",
    },
    {
      what: "memory of a process with its lines, MB",
      demand: (figures.memory * Math.min(1, lines / processes / machines.linesOfProcess)) | 0,
      limit: machines.serverMemory / processesOfMachine,
      then: "fewer processes a machine",
    },
  ];
  return {
    peak: {
      lines,
      messages: max(day.messages),
      lists: max(day.lists),
      details: max(day.details),
      serverCores: server,
      databaseCores: primary,
    },
    machines: { servers, processes, databaseCores, replicas, proxies, bus: hasBus ? 3 : 0 },
    cost: { ...cost, total: Object.values(cost).reduce((all, one) => all + one, 0) },
    bounds: bounds.sort((a, b) => b.demand / b.limit - a.demand / a.limit),
  };
}

/** Seconds of processor time that a second of the day takes. */
function serverTime(day: Day, figures: Figures, second: number): number {
  const { message, exchange, list, detail, line } = figures;
  const work =
    day.messages[second]! * message.server +
    (day.others[second]! + day.exchanges[second]!) * exchange.server +
    day.lists[second]! * list.server +
    day.details[second]! * detail.server +
    (day.handshakes[second]! + day.refused[second]!) * line.server;
  return work / 1e6 + (day.lines[second]! / 1000) * (figures.idleThousand / 100);
}

function writeTime(day: Day, { message, exchange }: Figures, second: number): number {
  const commands = day.others[second]! + day.exchanges[second]!;
  return (day.messages[second]! * message.postgres + commands * exchange.postgres) / 1e6;
}

function readTime(day: Day, { list, detail }: Figures, second: number): number {
  return (day.lists[second]! * list.postgres + day.details[second]! * detail.postgres) / 1e6;
}

function maxOf(at: (second: number) => number): number {
  let most = 0;
  for (let second = 0; second < DAY; second++) most = Math.max(most, at(second));
  return most;
}

const max = (series: ArrayLike<number>): number => Array.from(series).reduce((most, one) => Math.max(most, one), 0);
const sum = (series: ArrayLike<number>): number => Array.from(series).reduce((all, one) => all + one, 0);

/** Phones that come back in a second after an outage: what processes and PostgreSQL can do for a phone with its waiting commands. */
export function returnsASecond(
  { processes, databaseCores }: Plan["machines"],
  { line, exchange, message }: Figures,
  { commands, handshakes }: { commands: number; handshakes: number },
): number {
  const server = line.server + exchange.server + commands * message.server;
  const postgres = exchange.postgres + commands * message.postgres;
  return Math.floor(Math.min(processes * Math.min(handshakes, 1e6 / server), (databaseCores * 1e6) / postgres));
}

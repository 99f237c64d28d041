// Writes docs/authorization.md from the contract and the rows.
import { commands } from "../../shared/commands.ts";
import { queries, type QueryName } from "../../shared/queries.ts";
import type { CommandName } from "../../shared/commands.ts";
import type { EntityName } from "../../shared/entities.ts";
import { pagePaths } from "../../shared/pages.ts";
import { commandRows } from "./command-rows.ts";
import { queryRows } from "./query-rows.ts";
import { moreRequests, routeRows } from "./route-rows.ts";
import { entityRows, phoneFrameRows, serverFrameRows } from "./stream-rows.ts";
import { callerNames, callers, onlineInExchange, readersOnly, rules, verdicts, type Caller } from "./verdicts.ts";

const titles: Record<Caller, string> = {
  guest: "guest",
  unverified: "unverified",
  pilot: "pilot",
  owner: "owner",
  otherOwner: "other owner",
  admin: "admin",
  deactivated: "deactivated",
  ended: "ended session",
};

const marks: Record<string, string> = { yes: "✓", row: "✓", "no row": "–", "no effect": "(✓)" };

function table(first: string, rows: readonly (readonly [string, Record<Caller, string>])[]): string {
  const head = [first, ...callerNames.map((caller) => titles[caller])];
  const body = rows.map(([name, cells]) => [
    name,
    ...callerNames.map((caller) => marks[cells[caller]] ?? cells[caller]),
  ]);
  return [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const commandNames = Object.keys(commandRows) as CommandName[];
const isOffline = (name: CommandName) => commands[name].offline;

function queryTable(): string {
  const rows = (Object.keys(queryRows) as QueryName[]).flatMap((name) =>
    queryRows[name].map(({ about, rule }) => {
      const title = about === undefined ? `\`${name}\`` : `\`${name}\` ${about}`;
      return [title, verdicts(queries[name].access, rule)] as const;
    }),
  );
  return table("query", rows);
}

function shownTable(): string {
  const rows = (Object.keys(queryRows) as QueryName[]).flatMap((name) =>
    queryRows[name].flatMap(({ rule, shows }) => {
      if (!shows) return [];
      const admitted = verdicts(queries[name].access, rule);
      const cells = Object.fromEntries(
        callerNames.map((caller) => [
          caller,
          admitted[caller] === "yes" ? (shows.readers.includes(caller) ? "row" : "no row") : admitted[caller],
        ]),
      ) as Record<Caller, string>;
      return [[`\`${name}\`: ${shows.what}`, cells] as const];
    }),
  );
  return table("text in the answer", rows);
}

function routeTable(): string {
  const all = Object.entries({ ...routeRows, ...moreRequests });
  return table(
    "route",
    all.map(([name, { access, rule }]) => {
      const [route = "", ...about] = name.split(", ");
      return [[`\`${route}\``, ...about].join(", "), verdicts(access, rule)] as const;
    }),
  );
}

/** The content of docs/authorization.md. */
export function authorizationDocument(): string {
  const inExchange = (name: CommandName) =>
    isOffline(name) ? verdicts(commands[name].access, commandRows[name].rule) : onlineInExchange();
  const parts = [
    "# Who may do what",
    "Generated from the contract and `tests/authorization`; `npx vitest run tests/house -u` writes it again. A test runs every cell against a server with its database. A new command, query, entity, frame or route without a row fails by its name.",
    "✓ succeeds. (✓) succeeds without an effect on others. A code is the refusal; [api.md](api.md) has its status. No refusal changes anything that belongs to the owner or the pilot. – gets an answer without the row.",
    "## Callers",
    callerNames.map((caller) => `- **${titles[caller]}**: ${callers[caller]}`).join("\n"),
    "## Rules about the target",
    "The access in the contract decides first: `guest` admits everyone, `user` a session, `admin` an admin's. Then the rule of the target:",
    Object.values(rules)
      .map(({ says }) => `- ${says}`)
      .join("\n"),
    "## Commands over REST",
    table(
      "command",
      commandNames.map((name) => [`\`${name}\``, verdicts(commands[name].access, commandRows[name].rule)] as const),
    ),
    "## Commands in an exchange",
    "`email-unverified` is a retry: the command stays on the device until the address is verified.",
    table(
      "command",
      commandNames.map((name) => [`\`${name}\``, inExchange(name)] as const),
    ),
    "## Queries",
    queryTable(),
    "What an answer shows of the owner or the pilot:",
    shownTable(),
    "## Other routes",
    routeTable(),
    "## Pages",
    `The server renders pages without a session, so every caller gets the same bytes: ${pagePaths.map((path) => `\`${path}\``).join(", ")}.`,
    "## Rows of the private stream",
    "The same over the exchange, from the start or a cursor, and over the live line. A change log line in a user's scope shows nothing that this table does not allow.",
    table(
      "row",
      (Object.keys(entityRows) as EntityName[]).map((name) => {
        const { about, readers } = entityRows[name];
        return [`\`${name}\`: ${about}`, readersOnly(readers)] as const;
      }),
    ),
    "## Live frames",
    "From devices. A line without a session is closed before its first frame counts; a hello in the owner's name closes the line of everyone else.",
    table("frame", [
      ...Object.entries(phoneFrameRows).map(
        ([name, says]) => [`\`${name}\`: ${says}`, verdicts("user", "any")] as const,
      ),
      ["`hello` in the owner's name", verdicts("user", "exchangeOfOwner")] as const,
      ["`seen` with the owner's message", verdicts("user", "ownRow")] as const,
    ]),
    "From the server, to open lines alone:",
    Object.entries(serverFrameRows)
      .map(([name, says]) => `- \`${name}\`: ${says}`)
      .join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

// Limits calls per user and per address, counted in PostgreSQL so that they hold across processes.
import type { Knex } from "knex";
import { RateLimiterRes, type RateLimiterPostgres } from "rate-limiter-flexible";
import type { CommandName } from "../../shared/commands.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import { isKnownDevice } from "../domain/accounts/known-devices.ts";
import { addressFactor, counter, counterKey, demoFactor } from "./counter.ts";
import type { Call, Outcome } from "./call.ts";
import { isSending, receiversOf, reserveMessage, type MessageLimits } from "./message-limits.ts";

type Rule = {
  setting: "LIMIT_LOGIN" | "LIMIT_SIGNUP" | "LIMIT_RESEND" | "LIMIT_FORGOT" | "LIMIT_UPLOADS" | "LIMIT_LISTINGS";
  seconds: number;
  /** Returns the account that the call counts against besides the address; absent when only the address counts. */
  account?: (call: Call) => string;
  /** Counter name that several commands share; absent for a counter per command. */
  counter?: string;
  /**
   * Set when any caller may name `account`: each network then has a separate count for it, and all networks share this
   * many times more.
   * A device that signed in to it before has another count, so an attacker locks out only attackers.
   */
  together?: number;
  /** Set without `account` where an address has as much room as beside one, since many users share it. */
  isForManyUsers?: true;
  /** Refusal codes that count; absent when every call counts. */
  only?: readonly string[];
};

const typedAddress = ({ input }: Call) => (input as { email: string }).email.trim().toLowerCase();
const person = ({ me }: Call) => me?.id ?? "";

const QUARTER = 900;
const MINUTE = 60;
const HOUR = 3600;

const uploads: Rule = { setting: "LIMIT_UPLOADS", seconds: HOUR, account: person, counter: "uploads" };

/** Prevents a stolen session from guessing the password. */
const passwordChecks: Rule = {
  setting: "LIMIT_LOGIN",
  seconds: QUARTER,
  account: person,
  counter: "password-checks",
  only: ["wrong-password"],
};

/** All limited commands. A command without a rule has no separate limit. */
const rules: Partial<Record<CommandName, Rule>> = {
  "auth.login": {
    setting: "LIMIT_LOGIN",
    seconds: QUARTER,
    account: typedAddress,
    together: 10,
    only: ["login-failed", "factor-invalid"],
  },
  // Prevents a stolen session from guessing passwords.
  "auth.changePassword": { setting: "LIMIT_LOGIN", seconds: QUARTER, account: person, only: ["wrong-password"] },
  "auth.signup": { setting: "LIMIT_SIGNUP", seconds: HOUR },
  "auth.resendVerification": { setting: "LIMIT_RESEND", seconds: HOUR, account: person },
  "auth.forgotPassword": { setting: "LIMIT_FORGOT", seconds: HOUR, account: typedAddress, together: 4 },
  "account.delete": { setting: "LIMIT_LOGIN", seconds: QUARTER, account: person, only: ["wrong-password"] },
  "account.startSecondFactor": passwordChecks,
  "account.renewRecoveryCodes": passwordChecks,
  "account.stopSecondFactor": passwordChecks,
  "account.startPasskey": passwordChecks,
  "account.removePasskey": passwordChecks,
  "auth.startPasskey": { setting: "LIMIT_LOGIN", seconds: QUARTER, isForManyUsers: true },
  "auth.passkey": {
    setting: "LIMIT_LOGIN",
    seconds: QUARTER,
    isForManyUsers: true,
    only: ["passkey-invalid", "passkey-copied"],
  },
  // Each sends two mails, and checks a password.
  "account.changeEmail": { setting: "LIMIT_FORGOT", seconds: HOUR, account: person },
  // Device queues share this counter, see command-limits.
  "aircraft.create": { setting: "LIMIT_LISTINGS", seconds: MINUTE, account: person, counter: "listings" },
  // All kinds of picture uploads share one counter.
  "uploads.open": uploads,
  "uploads.params": uploads,
  "uploads.credentials": uploads,
  "uploads.createMultipart": uploads,
};

export type Limits = {
  /**
   * Runs a call within its limits.
   * @throws DomainError too-many, with the seconds to wait
   */
  guard(call: Call, run: () => Promise<Outcome>): Promise<Outcome>;
  /**
   * Counts a page of a paper, which is no command, against the limit of uploads.
   * @throws DomainError too-many, with the seconds to wait
   */
  countPage(userId: string): Promise<void>;
};

type Counter = { limiter: RateLimiterPostgres; key: string };

type Settings = Pick<
  Config,
  | "LIMIT_LOGIN"
  | "LIMIT_SIGNUP"
  | "LIMIT_RESEND"
  | "LIMIT_FORGOT"
  | "LIMIT_UPLOADS"
  | "LIMIT_LISTINGS"
  | "LIMIT_ADDRESS_FACTOR"
  | "RATE_LIMIT_FACTOR"
  | "DEMO"
>;

/** Counters over the table `rate_limits`. */
export function createLimits(db: Knex, settings: Settings, messageLimits: MessageLimits): Limits {
  const counters = new Map<CommandName, Record<"account" | "address" | "near" | "device", RateLimiterPostgres>>();
  const queue = inTurns();
  const pages = counter(db, "pages:account", settings.LIMIT_UPLOADS * settings.RATE_LIMIT_FACTOR, HOUR);

  function countersOf(name: CommandName, rule: Rule) {
    const known = counters.get(name);
    if (known) return known;
    const points = settings[rule.setting] * settings.RATE_LIMIT_FACTOR;
    const spread = rule.account || rule.isForManyUsers ? addressFactor(settings) : demoFactor(settings);
    const named = (what: string, times = 1) =>
      counter(db, `${rule.counter ?? name}:${what}`, points * times, rule.seconds);
    const made = {
      account: named("account", rule.together),
      address: named("address", spread),
      near: named("near"),
      device: named("device"),
    };
    counters.set(name, made);
    return made;
  }

  /** Returns the counters of a call, the narrowest first. */
  async function countersFor(call: Call, rule: Rule): Promise<Counter[]> {
    const { account, address, near, device } = countersOf(call.name, rule);
    const { network, deviceHash } = call.caller;
    const atPlace = { limiter: address, key: counterKey(network) };
    if (!rule.account) return [atPlace];
    const who = rule.account(call);
    const byAccount = { limiter: account, key: counterKey(who) };
    if (!rule.together) return [byAccount, atPlace];
    if (deviceHash !== undefined && (await isKnownDevice(db, who, deviceHash)))
      return [{ limiter: device, key: counterKey(`${who} ${deviceHash}`) }];
    return [{ limiter: near, key: counterKey(`${who} ${network}`) }, atPlace, byAccount];
  }

  async function guardSending(call: Call, run: () => Promise<Outcome>): Promise<Outcome> {
    const [receiver] = await receiversOf(db, [call]);
    // The aircraft is unknown: the command refuses it and sends nothing.
    if (!receiver) return run();
    const room = await reserveMessage(messageLimits, person(call), call.caller.network, receiver);
    let isSent = false;
    try {
      const outcome = await run();
      isSent = outcome.status === "applied";
      return outcome;
    } finally {
      await room.release(isSent ? [receiver] : []);
    }
  }

  async function guard(call: Call, run: () => Promise<Outcome>): Promise<Outcome> {
    if (isSending(call)) return guardSending(call, run);
    const rule = rules[call.name];
    if (!rule) return run();
    const wanted = await countersFor(call, rule);
    const taken: Counter[] = [];
    async function take(counter: Counter): Promise<void> {
      await consume(counter);
      taken.push(counter);
    }
    async function counted(): Promise<Outcome> {
      for (const one of wanted) await take(one);
      return run();
    }
    let counts = rule.only === undefined;
    try {
      // Tries on one counter run one after another: otherwise a burst would pass before the first failure counts.
      const outcome =
        rule.only && rule.account ? await queue(`${call.name}:${wanted[0]?.key}`, counted) : await counted();
      counts ||= outcome.status === "refused" && Boolean(rule.only?.includes(outcome.refusal.code));
      return outcome;
    } finally {
      if (!counts) await Promise.all(taken.map(({ limiter: of, key }) => of.reward(key, 1)));
    }
  }

  return { guard, countPage: (userId) => consume({ limiter: pages, key: counterKey(userId) }) };
}

async function consume({ limiter: of, key }: Counter): Promise<void> {
  try {
    await of.consume(key, 1);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw new DomainError("too-many", { retryAfter: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)) });
  }
}

/** Runs tasks of one key one after another. */
function inTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async function turn<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(task, task);
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}

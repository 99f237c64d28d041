// A bad network between device and server: loses, doubles, delays and reorders requests and answers.
import type { Reply, Transport } from "../../pwa/device/sync/ports.ts";
import type { ExchangeAnswer, ExchangeRequest } from "../../shared/sync.ts";
import { send } from "../http.ts";
import { dice } from "./dice.ts";

export type Trouble = {
  /** Fraction of requests and frames that are affected, 0 to 1; 0 heals the network. */
  faultShare: number;
  /** Counts what happened, for the report. */
  seen: Map<string, number>;
};

export function noTrouble(): Trouble {
  return { faultShare: 0, seen: new Map() };
}

const kinds = ["lost", "cut after commit", "doubled", "late", "slow"] as const;
type Kind = (typeof kinds)[number];

/** Chooses a fault for the next request or frame; null for none. */
export function chooseFault(trouble: Trouble): Kind | null {
  if (dice.next() >= trouble.faultShare) return null;
  const kind = kinds[Math.floor(dice.next() * kinds.length)]!;
  trouble.seen.set(kind, (trouble.seen.get(kind) ?? 0) + 1);
  return kind;
}

export const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

class NoAnswer extends Error {}

/** Exchanges with a server, chosen at random each time. */
export function troubledTransport(
  servers: () => readonly string[],
  headers: Record<string, string>,
  trouble: Trouble,
): Transport {
  async function ask(request: ExchangeRequest): Promise<Reply> {
    const all = servers();
    const url = all[Math.floor(dice.next() * all.length)]!;
    const answer = await send(url, "POST /api/sync", { body: request, headers });
    if (answer.status === 200) return { status: 200, answer: answer.body as unknown as ExchangeAnswer };
    if (answer.status === 0) throw new NoAnswer();
    const { code } = answer.body as { code?: string };
    return {
      status: answer.status,
      code,
      retryAfterMs: Number(answer.headers["retry-after"] ?? 0) * 1000 || undefined,
    };
  }

  return {
    async exchange(request) {
      const kind = chooseFault(trouble);
      if (kind === "lost") {
        await rest(dice.next() * 50);
        throw new NoAnswer();
      }
      if (kind === "cut after commit") {
        await ask(request);
        throw new NoAnswer();
      }
      if (kind === "late") {
        // The device has timed out; the server gets this request after later ones.
        void rest(dice.next() * 1500)
          .then(() => ask(request))
          .catch(() => {});
        throw new NoAnswer();
      }
      if (kind === "slow") await rest(dice.next() * 300);
      if (kind !== "doubled") return ask(request);
      const twins = [ask(request), ask(request)];
      for (const twin of twins) twin.catch(() => {});
      return dice.next() < 0.5 ? twins[0]! : twins[1]!;
    },
  };
}

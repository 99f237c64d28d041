// A bad network between phone and server: requests lost on the way, answers lost on the way back, doubled, late and out of order.
import type { Reply, Transport } from "../../pwa/device/sync/ports.ts";
import type { ExchangeAnswer, ExchangeRequest } from "../../shared/sync.ts";
import { send } from "../http.ts";
import { dice } from "./dice.ts";

export type Trouble = {
  /** Part of everything sent that suffers, 0 to 1; 0 heals the network. */
  share: number;
  /** What happened, for the record. */
  seen: Map<string, number>;
};

export function noTrouble(): Trouble {
  return { share: 0, seen: new Map() };
}

const kinds = ["lost", "cut after commit", "doubled", "late", "slow"] as const;
type Kind = (typeof kinds)[number];

/** What happens to the next thing sent, or null for nothing. */
export function strike(trouble: Trouble): Kind | null {
  if (dice.next() >= trouble.share) return null;
  const kind = kinds[Math.floor(dice.next() * kinds.length)]!;
  trouble.seen.set(kind, (trouble.seen.get(kind) ?? 0) + 1);
  return kind;
}

export const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

class NoAnswer extends Error {}

/** Exchanges with one of the servers, chosen anew each time. */
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
      const kind = strike(trouble);
      if (kind === "lost") {
        await rest(dice.next() * 50);
        throw new NoAnswer();
      }
      if (kind === "cut after commit") {
        await ask(request);
        throw new NoAnswer();
      }
      if (kind === "late") {
        // The phone has given up, and only then the server gets it: behind whatever the phone sent since.
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

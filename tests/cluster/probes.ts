// Clients of a cluster that do one thing without pause, and note when it succeeded: what users notice of an outage.
import { newId } from "../../shared/kit/ids.ts";
import type { Manifest } from "../../shared/sync.ts";
import { send } from "../http.ts";
import type { TestPerson } from "../people.ts";
import type { Phone } from "../phones/phone.ts";
import { rest } from "../phones/trouble.ts";

export type Probe = {
  name: string;
  /** When tries succeeded, in ms of `performance.now()`. */
  successes: number[];
  /** Tries that failed: when, and why. */
  failures: { at: number; why: string }[];
};

/** Repeats `once` until `isOver`; it returns why a try failed, or null. */
export async function probe(
  { successes, failures }: Probe,
  once: () => Promise<string | null>,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const why = await once().catch((error: unknown) => String((error as { code?: string }).code ?? error));
    if (why === null) successes.push(performance.now());
    else failures.push({ at: performance.now(), why });
    await rest(10);
  }
}

export const aProbe = (name: string): Probe => ({ name, successes: [], failures: [] });

/** The longest time without a success, in ms, that touches the time since `from`. */
export function longestGap({ successes }: Probe, from: number): number {
  const first = Math.max(
    0,
    successes.findIndex((at) => at >= from),
  );
  const around = successes.slice(Math.max(0, first - 1));
  return Math.max(...around.slice(1).map((at, index) => at - around[index]!));
}

/** Sends messages over REST, each with one id until it is acknowledged; `acknowledged` gets their ids. */
export function writer(url: string, from: TestPerson, receiverId: string, acknowledged: string[]) {
  let id = newId();
  return async () => {
    const body = { id, receiverId, content: id, aircraftId: null };
    const { status } = await send(url, "POST /api/messages", { headers: from.headers, body });
    if (status !== 200 && status !== 201) return String(status);
    acknowledged.push(id);
    id = newId();
    return null;
  };
}

/** Sends messages in the same way; one succeeds when it has reached the other user's phone over its live line. */
export function deliveries(url: string, from: TestPerson, to: Phone, acknowledged: string[]) {
  const write = writer(url, from, to.person.id, acknowledged);
  return async () => {
    const failure = await write();
    const id = acknowledged.at(-1)!;
    while (failure === null && !(await to.engine.row("messages", id))) await rest(5);
    return failure;
  };
}

/** Asks for one address, as guests do. */
export function reader(address: string) {
  return async () => {
    const answer = await fetch(address);
    await answer.arrayBuffer();
    return answer.ok ? null : String(answer.status);
  };
}

/** Follows the catalogue: the manifest, then each bucket's newest file. Succeeds once there is one. */
export function follower(url: string) {
  return async () => {
    const answer = await fetch(`${url}/api/catalogue`);
    if (!answer.ok) return `manifest ${answer.status}`;
    const { generation, buckets } = (await answer.json()) as Manifest;
    const published = buckets.filter(({ head }) => head > 0);
    if (published.length === 0) return "nothing is published";
    for (const { bucket, base, head } of published) {
      const file = head > base ? `segment/${head}` : `base/${base}`;
      const failure = await reader(`${url}/api/catalogue/${bucket}/${file}?g=${generation}`)();
      if (failure) return `${bucket} ${file} ${failure}`;
    }
    return null;
  };
}

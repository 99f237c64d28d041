// The network between a model device and the server: it loses, delays and doubles requests and answers.
import type { Reply } from "../../pwa/device/sync/ports.ts";
import type { ExchangeRequest } from "../../shared/sync.ts";
import type { World } from "./world.ts";

/** The requesting device: its cookie, and whether an answer can still arrive. */
type Asker = { cookie: string | null; isOnline(): boolean; isAlive(): boolean };

/** Sends a request under the network conditions; resolves with the answer. */
export function exchange(world: World, asker: Asker, request: ExchangeRequest): Promise<Reply> {
  const { sim, server, conditions, epoch } = world;
  const { dice } = sim;
  const { cookie, isOnline, isAlive } = asker;
  return new Promise((resolve, reject) => {
    const fail = () => sim.after(dice.below(2000), () => reject(new Error("no network")));
    if (!isOnline()) return fail();
    const arrive = (answers: boolean) => {
      // A restore cuts the server's connections.
      if (epoch !== world.epoch) return;
      server.serve(cookie, request, (reply) => {
        if (!answers || !isOnline() || dice.chance(conditions.loss)) return;
        sim.after(1 + dice.below(conditions.longestDelayMs), () => {
          if (isAlive() && isOnline() && epoch === world.epoch) resolve(structuredClone(reply));
        });
      });
    };
    if (dice.chance(conditions.loss)) return dice.chance(0.5) ? fail() : undefined;
    sim.after(1 + dice.below(conditions.longestDelayMs), () => arrive(true));
    if (dice.chance(conditions.doubles)) sim.after(1 + dice.below(20_000), () => arrive(false));
  });
}

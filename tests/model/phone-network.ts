// The network between a phone and the server in the model: it loses, delays, doubles and answers too late.
import type { Reply } from "../../pwa/device/sync/ports.ts";
import type { ExchangeRequest } from "../../shared/sync.ts";
import type { World } from "./world.ts";

/** Who asks: with which cookie, and whether an answer still reaches anybody. */
type Asker = { cookie: string | null; isOnline(): boolean; isAlive(): boolean };

/** A request on its way over the weather, and perhaps its answer on its way back. */
export function exchange(world: World, asker: Asker, request: ExchangeRequest): Promise<Reply> {
  const { sim, server, weather, epoch } = world;
  const { dice } = sim;
  const { cookie, isOnline, isAlive } = asker;
  return new Promise((resolve, reject) => {
    const fail = () => sim.after(dice.below(2000), () => reject(new Error("no network")));
    if (!isOnline()) return fail();
    const arrive = (answers: boolean) => {
      // A restored server has lost its connections.
      if (epoch !== world.epoch) return;
      server.serve(cookie, request, (reply) => {
        if (!answers || !isOnline() || dice.chance(weather.loss)) return;
        sim.after(1 + dice.below(weather.longestDelayMs), () => {
          if (isAlive() && isOnline() && epoch === world.epoch) resolve(structuredClone(reply));
        });
      });
    };
    if (dice.chance(weather.loss)) return dice.chance(0.5) ? fail() : undefined;
    sim.after(1 + dice.below(weather.longestDelayMs), () => arrive(true));
    if (dice.chance(weather.doubles)) sim.after(1 + dice.below(20_000), () => arrive(false));
  });
}

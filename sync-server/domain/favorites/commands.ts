import type { Favorite, favoritesCommands } from "../../../shared/domain/favorites.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { userScope, type Handlers } from "../../kit/command-handler.ts";
import { whereVisible } from "../aircraft/rows.ts";

export const favoritesHandlers: Handlers<typeof favoritesCommands> = {
  /** Adding twice keeps the first time. */
  async "favorites.add"({ tx, me, id, changed }, { aircraftId }): Promise<Favorite> {
    // With the lock, a concurrent deletion waits, or this waits and finds nothing.
    const plane = await tx("aircraft")
      .first("aircraft.id")
      .where("aircraft.id", aircraftId)
      .modify(whereVisible, me)
      .forKeyShare("aircraft");
    if (!plane) throw new DomainError("aircraft-not-found");
    const [added]: Favorite[] = await tx("favorites")
      .insert({ id, userId: me.id, aircraftId })
      .onConflict(["userId", "aircraftId"])
      .ignore()
      .returning("*");
    // The user watches the aircraft from now on, so its card belongs to the user's rows.
    if (added) changed("favorites", aircraftId, [userScope(me.id)]);
    if (added) changed("aircraft", aircraftId, [userScope(me.id)]);
    const kept: Favorite | undefined = added ?? (await tx("favorites").where({ userId: me.id, aircraftId }).first());
    if (!kept) throw new DomainError("aircraft-not-found");
    return kept;
  },

  /** Removing a missing favorite succeeds. */
  async "favorites.remove"({ tx, me, changed }, { aircraftId }) {
    const removed = await tx("favorites").where({ userId: me.id, aircraftId }).delete();
    if (removed > 0) changed("favorites", aircraftId, [userScope(me.id)]);
    if (removed > 0) changed("aircraft", aircraftId, [userScope(me.id)]);
    return undefined;
  },
};

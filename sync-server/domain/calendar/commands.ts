import type { calendarCommands } from "../../../shared/domain/calendar.ts";
import type { Handlers } from "../../kit/command-handler.ts";
import { newToken, tokenHash } from "../accounts/secrets.ts";

export const calendarHandlers: Handlers<typeof calendarCommands> = {
  async "calendar.open"({ tx, me, caller }) {
    const token = newToken();
    const openedAt = new Date();
    await tx("calendar_feeds")
      .insert({ userId: me.id, tokenHash: tokenHash(token), openedAt })
      .onConflict("userId")
      .merge(["tokenHash", "openedAt"]);
    return { url: `${caller.origin ?? ""}/calendar/${token}.ics`, openedAt: openedAt.toISOString() };
  },

  async "calendar.close"({ tx, me }) {
    await tx("calendar_feeds").where({ userId: me.id }).delete();
    return undefined;
  },
};

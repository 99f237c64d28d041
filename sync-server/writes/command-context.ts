// What a command's handler gets: its transaction, its caller, and ways to name what follows the commit.
import type { Knex } from "knex";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { entities, type EntityName } from "../../shared/entities.ts";
import type { ChangeLine } from "../db/change-log.ts";
import { rememberDevice } from "../domain/accounts/known-devices.ts";
import { endSession, startSession } from "../domain/accounts/sessions.ts";
import type { EditContext } from "../kit/command-handler.ts";
import type { Services } from "../kit/services.ts";
import type { Call, Effects } from "./call.ts";
import { mergeFields } from "./field-merge.ts";

/** Collects the lines of the change log in `lines`, and what the commit publishes in `effects`. */
export function contextOf(
  services: Services,
  tx: Knex.Transaction,
  call: Call,
  effects: Effects,
  lines: ChangeLine[],
): EditContext {
  const { me, sessionHash, caller, base } = call;
  return {
    services,
    tx,
    id: call.id,
    merge: (current, wanted) => mergeFields(base, current, wanted),
    sessionHash,
    caller,
    // Guest commands expect null here; `authorise` has checked the others.
    me: me as OwnUser,
    changed(entity: EntityName, key, scopes) {
      for (const scope of scopes) {
        lines.push({ scope, entity: entities[entity].number, id: key });
        effects.scopes.add(scope);
      }
    },
    logged(scopes) {
      for (const scope of scopes) effects.scopes.add(scope);
    },
    afterCommit(task) {
      effects.tasks.push(task);
    },
    async openSession(userId) {
      if (sessionHash !== null && me?.id === userId) await endSession(tx, sessionHash);
      if (caller.deviceHash !== undefined) await rememberDevice(tx, userId, caller.deviceHash);
      effects.session = await startSession(tx, userId, caller.userAgent);
    },
    async closeSession() {
      if (sessionHash !== null) await endSession(tx, sessionHash);
      effects.session = null;
    },
  };
}

// One-click unsubscribe (RFC 8058): a mail program posts here for its owner, without a session and from anywhere. A person who follows
// the same address is led to the page that asks first: reading changes nothing.
import Router from "@koa/router";
import { DomainError } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { execute, type WriteServices } from "../../writes/execute.ts";
import type { AppMiddleware, AppServices, RequestState } from "../context.ts";
import { callerOf } from "../request.ts";

const PATH = "/api/mail/unsubscribe";
const LONGEST_TOKEN = 100;

export function unsubscribeRoutes({
  config,
  writes,
}: Pick<AppServices, "config"> & { writes: WriteServices }): AppMiddleware {
  const router = new Router<RequestState>();
  const tokenOf = (token: string | string[] | undefined) =>
    typeof token === "string" && token.length <= LONGEST_TOKEN ? token : null;
  router.post(PATH, async (ctx) => {
    ctx.state.route = PATH;
    const token = tokenOf(ctx.query["token"]);
    if (token === null) throw new DomainError("not-found");
    const call = {
      name: "settings.stopMail" as const,
      input: { token },
      id: newId(),
      me: null,
      sessionHash: null,
      caller: callerOf(ctx.req, config),
    };
    const outcome = await execute(writes, call);
    if (outcome.status === "refused") throw outcome.refusal;
    ctx.body = { message: "You get no more e-mail about messages." };
  });
  router.get(PATH, (ctx) => {
    ctx.state.route = PATH;
    ctx.status = 303;
    // The page says that a link does not fit; whoever came here is a person.
    ctx.redirect(`/unsubscribe?token=${encodeURIComponent(tokenOf(ctx.query["token"]) ?? "")}`);
  });
  return router.routes() as unknown as AppMiddleware;
}

// One-click unsubscribe (RFC 8058): mail programs post here without a session and from any origin.
// A GET changes nothing: it redirects to the page that asks for confirmation.
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
    // The page explains an invalid link, since a GET comes from a person.
    ctx.redirect(`/unsubscribe?token=${encodeURIComponent(tokenOf(ctx.query["token"]) ?? "")}`);
  });
  return router.routes() as unknown as AppMiddleware;
}

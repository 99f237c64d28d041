// Serves the demo's mailbox, so that new users can read their code. Exists in demo mode only.
import { z } from "zod";
import { parseInput } from "../../writes/execute.ts";
import type { AppMiddleware, AppServices } from "../context.ts";

const asked = z.object({ to: z.string("Say whose mail, as in ?to=you@example.com").trim().max(254).default("") });

/** `GET /api/demo/mail?to=ADDRESS`: newest first; without an address, the mail of all users. */
export function demoMailRoute({ db }: Pick<AppServices, "db">): AppMiddleware {
  return async function demoMail(ctx) {
    const { to } = parseInput(asked, ctx.query) as z.infer<typeof asked>;
    ctx.body = await db("demo_mail")
      .select("to", "subject", "text", "sentAt")
      .where(to === "" ? {} : { to: to.toLowerCase() })
      .orderBy("sentAt", "desc")
      .orderBy("id", "desc")
      .limit(50);
  };
}

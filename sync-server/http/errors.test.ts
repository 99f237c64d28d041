import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import { pino } from "pino";
import { expect, it } from "vitest";
import { send } from "../../tests/http.ts";
import type { RequestState } from "./context.ts";
import { answerErrors } from "./errors.ts";

it.each([
  ["55P03", 503, "busy", "warn"],
  ["40P01", 503, "busy", "warn"],
  ["XX000", 500, "internal", "error"],
])(
  "a request that PostgreSQL ends with %s is answered %i %s and logged at level %s",
  async (sqlState, status, code, level) => {
    const logged: { level: number }[] = [];
    const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as { level: number }) });
    const app = new Koa<RequestState>();
    app.use(answerErrors(log));
    app.use(() => {
      throw Object.assign(new Error("ended"), { code: sqlState });
    });
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answer = await send(`http://127.0.0.1:${port}`, "GET /");
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`ended|${sqlState}|errors\\.test`));
    expect(logged.map((line) => pino.levels.labels[line.level])).toEqual([level]);
    server.close();
  },
);

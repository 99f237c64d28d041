import { expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { exchangeAnswer, type SentCommand } from "../../shared/sync.ts";
import { send } from "../../tests/http.ts";
import { aPilot, type TestPerson } from "../../tests/people.ts";
import { startTestServer } from "../../tests/server.ts";
import { openLine } from "../../tests/sync/live-client.ts";

const PAIRS = 6;
const MESSAGES = 30;

it("[S930] [R1] brings each message of six conversations to its receiver once, while the senders say hello", async () => {
  const server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });

  /** A phone that follows its line, as the app does. */
  async function phone(person: TestPerson) {
    const clientId = newId();
    let cursor: string | null = null;
    const line = await openLine(server.url, person);
    async function exchange(commands: SentCommand[] = []): Promise<void> {
      const body = { clientId, userId: person.id, schema: 1, cursor, commands };
      const answer = exchangeAnswer.parse(
        (await send(server.url, "POST /api/sync", { body, headers: person.headers })).body,
      );
      expect(answer.outcomes.map(({ status }) => status)).toEqual(commands.map(() => "applied"));
      cursor = answer.to;
      line.hello(cursor, { clientId });
    }
    await exchange();
    expect((await line.next("batch")).rows).toEqual({});
    return { exchange, line };
  }

  async function talk(): Promise<string[]> {
    const [from, to] = [await aPilot(server.db), await aPilot(server.db)];
    const first = { id: newId(), name: "messages.send", input: { receiverId: to.id, content: "first" } };
    const [sender, receiver] = [await phone(from), await phone(to)];
    await sender.exchange([first]);
    const seen: string[] = [];
    const receive = async () => {
      const { rows } = await receiver.line.next("batch");
      seen.push(...(rows["messages"] ?? []).map(({ id }) => id as string));
    };
    while (seen.length === 0) await receive();
    const sent = [first.id];
    for (let turn = 0; turn < MESSAGES; turn++) {
      const command = { ...first, id: newId() };
      sent.push(command.id);
      await sender.exchange([command]);
    }
    while (!sent.every((id) => seen.includes(id))) await receive();
    // A frame with a repeated message would come before the end of this.
    await receiver.exchange();
    await receiver.line.taken();
    expect(receiver.line.frames.filter(({ type }) => type === "batch")).toEqual([]);
    sender.line.socket.close();
    receiver.line.socket.close();
    expect([...seen].sort()).toEqual([...sent].sort());
    return seen;
  }

  // Each of these hellos makes the server poll, so that polls and commits meet all the time.
  const restless = await openLine(server.url, await aPilot(server.db));
  let isOver = false;
  const polls = (async () => {
    while (!isOver) {
      restless.hello(null);
      await restless.next("behind");
    }
  })();
  const talks = await Promise.all(Array.from({ length: PAIRS }, talk));
  isOver = true;
  await polls;
  restless.socket.close();
  expect(talks.flat()).toHaveLength(PAIRS * (MESSAGES + 1));
});

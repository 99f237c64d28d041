// Pages of papers in the outbox: none leaves the device without a command that names it, and each is uploaded once.
import { describe, expect, test } from "vitest";
import type { PicturePort } from "../../pwa/device/sync/ports.ts";
import { MemoryStore } from "./memory-store.ts";
import { anEngine, answerAll, answerTo, aPhone, memoryDisk, states } from "./one-engine.ts";

/** A fake server of pages; a public picture is none of its business. */
class PageServer implements PicturePort {
  /** Requests, oldest first. */
  readonly puts: { id: string; text: string }[] = [];
  answer: () => { path: string } | { code: string; message: string } | null = () => null;

  address = () => Promise.reject(new Error("a page went the way of pictures"));
  put = () => Promise.reject(new Error("a page went the way of pictures"));
  claim = () => Promise.reject(new Error("a page went the way of pictures"));
  async putPage(id: string, data: Blob) {
    this.puts.push({ id, text: await data.text() });
    return this.answer() ?? { path: `page:${id}` };
  }
}

const blob = (text: string) => new Blob([text], { type: "image/jpeg" });
const texts = ({ puts }: PageServer) => puts.map(({ text }) => text);

describe("pages of a paper", () => {
  test("[R21] stay on the device until a command names them, then go once, before the command", async () => {
    const server = new PageServer();
    const phone = await aPhone({}, { pictures: server });
    const mark = await phone.engine.pictures.addPage(blob("front"));
    await phone.engine.pictures.addPage(blob("of no command"));
    void phone.engine.trigger("online");
    await phone.isQuiet();
    expect(server.puts).toEqual([]);
    server.answer = () => {
      throw new Error("no answer");
    };
    await phone.engine.queue("likes.on", { thingId: mark });
    await phone.isQuiet();
    expect(await states(phone)).toEqual(["likes.on blocked"]);
    server.answer = () => null;
    void phone.engine.trigger("online");
    await answerAll(phone, { status: "applied" });
    expect(texts(server)).toEqual(["front", "front"]);
    expect(new Set(server.puts.map(({ id }) => id)).size).toBe(1);
    expect((await phone.engine.pictures.all()).map(({ data, path }) => [data === null, path])).toEqual([
      [true, `page:${server.puts[0]!.id}`],
      [false, undefined],
    ]);
  });

  test("[R21] survive a closed app, and a command that replaces the one that named them", async () => {
    const disk = memoryDisk();
    const server = new PageServer();
    const closed = anEngine(new MemoryStore(disk));
    const mark = await closed.engine.pictures.addPage(blob("front"));
    await closed.engine.queue("likes.on", { thingId: mark });
    await closed.engine.queue("likes.on", { thingId: mark });
    closed.engine.stop();
    const phone = anEngine(new MemoryStore(disk), { pictures: server });
    expect(await states(phone)).toEqual(["likes.on blocked"]);
    void phone.engine.trigger("start");
    await phone.reply(answerTo(await phone.nextRequest()));
    const { commands } = await phone.nextRequest();
    expect([texts(server), commands.map(({ input }) => input)]).toEqual([
      ["front"],
      [{ thingId: `page:${server.puts[0]!.id}` }],
    ]);
  });

  test("[S958] go with their command when the user discards it", async () => {
    const phone = await aPhone();
    const mark = await phone.engine.pictures.addPage(blob("front"));
    const { id } = await phone.engine.queue("likes.on", { thingId: mark });
    await phone.engine.discard(id);
    expect(await phone.engine.pictures.all()).toEqual([]);
  });

  test("that the server refuses leave the command to the user, and are sent again as pages", async () => {
    const server = new PageServer();
    server.answer = () => ({ code: "papers-not-set-up", message: "No keys." });
    const phone = await aPhone({}, { pictures: server });
    const mark = await phone.engine.pictures.addPage(blob("front"));
    await phone.engine.queue("likes.on", { thingId: mark });
    await phone.isQuiet();
    expect(await states(phone)).toEqual(["likes.on attention"]);
    server.answer = () => null;
    const [entry] = await phone.engine.outbox();
    await phone.engine.retry(entry!.id);
    await answerAll(phone, { status: "applied" });
    expect([texts(server), await states(phone)]).toEqual([["front", "front"], []]);
  });
});

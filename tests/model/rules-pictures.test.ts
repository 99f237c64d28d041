// Pictures that wait on the phone: uploaded once whatever is cut, and never in each other's way.
import { describe, expect, test } from "vitest";
import { PictureAccident } from "../../pwa/device/sync/picture-upload.ts";
import type { PicturePort } from "../../pwa/device/sync/ports.ts";
import { MemoryStore } from "./memory-store.ts";
import { anEngine, answerAll, aPhone, settled, states } from "./one-engine.ts";

/** A server that takes bytes: what it holds, and what goes wrong next. */
class PictureServer implements PicturePort {
  readonly calls: string[] = [];
  /** Address → text of the bytes. */
  readonly bytes = new Map<string, string>();
  readonly objects = new Map<string, string>();
  isAway = false;
  /** Asked before each step; throws or answers what shall happen instead. */
  trouble: (step: string, text: string) => "spent" | { code: string; message: string } | undefined = () => undefined;
  private count = 0;

  async address() {
    this.reach("address", "");
    return `/put/${++this.count}`;
  }
  async put(address: string, data: Blob, told: (part: number) => void) {
    const text = await data.text();
    told(0.5);
    const instead = this.reach("put", text);
    if (instead) return instead;
    this.bytes.set(address, text);
    return "done" as const;
  }
  async claim(address: string) {
    const instead = this.reach("claim", this.bytes.get(address) ?? "");
    if (instead) return instead;
    const text = this.bytes.get(address);
    if (text === undefined) return "spent" as const;
    const path = `/objects/${address.slice(5)}`;
    this.objects.set(path, text);
    return { path };
  }
  private reach(step: string, text: string) {
    this.calls.push(`${step} ${text}`.trim());
    if (this.isAway) throw new Error("no answer");
    return this.trouble(step, text);
  }
}

const blob = (text: string) => new Blob([text], { type: "image/png" });

describe("pictures on their way", () => {
  test("[R21] bytes whose answer got lost are put once more to the same address and become one object", async () => {
    const server = new PictureServer();
    const phone = await aPhone({}, { pictures: server });
    server.trouble = (step) => {
      if (step === "put") throw new Error("cut");
      return undefined;
    };
    await phone.engine.queue("things.create", { a: await phone.engine.pictures.add(blob("one")), b: "1" });
    await phone.isQuiet();
    expect(await states(phone)).toEqual(["things.create blocked"]);
    server.trouble = () => undefined;
    void phone.engine.trigger("online");
    await answerAll(phone, { status: "applied" });
    expect(server.calls.filter((call) => call === "address")).toHaveLength(1);
    expect(server.calls.slice(-2)).toEqual(["put one", "claim one"]);
    expect([...server.objects]).toEqual([["/objects/1", "one"]]);
  });

  test("[R21] a picture goes to the address its page gives, and to the server's own when that fails", async () => {
    const server = new PictureServer();
    const phone = await aPhone({}, { pictures: server });
    const { pictures } = phone.engine;
    await pictures.add(blob("one"), async () => "/put/given");
    await phone.isQuiet();
    expect(server.calls).toEqual(["put one", "claim one"]);
    await pictures.add(blob("two"), async () => Promise.reject(new Error("no parameters")));
    await phone.isQuiet();
    expect(server.calls.slice(2)).toEqual(["address", "put two", "claim two"]);
    expect([...server.objects]).toEqual([
      ["/objects/given", "one"],
      ["/objects/1", "two"],
    ]);
  });

  test("[R21] an address that ran out is changed for a new one, a limited number of times a run", async () => {
    const server = new PictureServer();
    server.trouble = (step) => (step === "put" ? "spent" : undefined);
    const phone = await aPhone({}, { pictures: server });
    await phone.engine.pictures.add(blob("one"));
    await phone.isQuiet();
    expect(server.calls.filter((call) => call === "address")).toHaveLength(3);
    server.trouble = () => undefined;
    void phone.engine.trigger("online");
    await phone.isQuiet();
    expect([...server.objects.values()]).toEqual(["one"]);
  });

  test("[R21] a picture that goes on where the last engine got to needs no second address", async () => {
    const server = new PictureServer();
    const phone = await aPhone({}, { pictures: server });
    server.trouble = (step) => {
      if (step === "claim") throw new Error("cut");
      return undefined;
    };
    await phone.engine.pictures.add(blob("one"));
    await phone.isQuiet();
    phone.engine.stop();
    server.trouble = () => undefined;
    server.calls.length = 0;
    const reopened = anEngine(new MemoryStore(phone.disk), { pictures: server });
    await reopened.engine.start();
    await settled();
    expect(server.calls).toEqual(["claim one"]);
  });

  test("[R18] a picture that is refused leaves the other listings their pictures", async () => {
    const server = new PictureServer();
    const refusal = { code: "not-an-image", message: "This is no picture." };
    server.trouble = (step, text) => (step === "put" && text === "bad" ? refusal : undefined);
    const phone = await aPhone({}, { pictures: server });
    const bad = await phone.engine.queue("things.create", { a: await phone.engine.pictures.add(blob("bad")), b: "1" });
    await phone.engine.queue("things.create", { a: await phone.engine.pictures.add(blob("good")), b: "2" });
    await answerAll(phone, { status: "applied" });
    expect(await phone.engine.outbox()).toMatchObject([{ id: bad.id, state: "attention", refusal }]);
  });

  test("[R18] a picture the server stumbles over leaves the others their turn, and needs the person in the end", async () => {
    const server = new PictureServer();
    server.trouble = (step, text) => {
      if (step === "put" && text === "bad") throw new PictureAccident(true);
      return undefined;
    };
    const phone = await aPhone({}, { pictures: server });
    const mark = await phone.engine.pictures.add(blob("bad"));
    await phone.engine.pictures.add(blob("good"));
    await phone.isQuiet();
    expect([...server.objects.values()]).toEqual(["good"]);
    for (let tries = 0; tries < 10; tries++) {
      void phone.engine.trigger("person");
      while (!(await phone.isQuiet())) await answerAll(phone, { status: "applied" });
    }
    const [first] = await phone.engine.pictures.all();
    expect(first?.refusal?.code).toBe("internal");
    server.trouble = () => undefined;
    await phone.engine.pictures.retry(mark);
    while (!(await phone.isQuiet())) await answerAll(phone, { status: "applied" });
    expect([...server.objects.values()]).toEqual(["good", "bad"]);
  });

  test("[R12] without a network one picture after the other is not tried in vain", async () => {
    const server = new PictureServer();
    server.isAway = true;
    const phone = await aPhone({}, { pictures: server });
    await phone.engine.trigger("timer");
    for (const text of ["1", "2", "3", "4"]) phone.disk.pictures.set(text, { id: text, data: blob(text), at: 1e13 });
    await phone.engine.pictures.upload(true);
    expect(server.calls).toEqual(["address", "address"]);
  });

  test("[R21] a picture taken out while it is on its way does not come back", async () => {
    const server = new PictureServer();
    const phone = await aPhone({}, { pictures: server });
    let mark = "";
    server.trouble = (step) => {
      if (step === "put") void phone.engine.pictures.drop([mark]);
      return undefined;
    };
    mark = await phone.engine.pictures.add(blob("one"));
    await phone.isQuiet();
    expect(await phone.engine.pictures.all()).toEqual([]);
    expect(server.objects.size).toBe(0);
  });

  test("[R21] only pictures no command waits for are let go", async () => {
    const phone = await aPhone();
    const needed = await phone.engine.pictures.add(blob("needed"));
    const loose = await phone.engine.pictures.add(blob("loose"));
    await phone.engine.queue("things.create", { a: needed, b: "1" });
    await phone.engine.pictures.drop([needed, loose]);
    expect((await phone.engine.pictures.all()).map(({ id }) => needed.includes(id))).toEqual([true]);
  });
});

describe("pictures in edits", () => {
  test("[R7] an edit with a new picture joins the listing that was never sent; the picture it replaces goes", async () => {
    const phone = await aPhone();
    const first = await phone.engine.pictures.add(blob("first"));
    const second = await phone.engine.pictures.add(blob("second"));
    const made = await phone.engine.queue("things.create", { a: first, b: "1" });
    const edit = await phone.engine.queue("things.update", { id: made.id, a: second });
    expect(edit).toEqual({ id: made.id, how: "merged" });
    const [entry] = await phone.engine.outbox();
    expect(entry).toMatchObject({ state: "blocked", input: { a: second, b: "1" } });
    expect(entry?.waitsFor).toHaveLength(1);
    expect(await phone.engine.pictures.all()).toHaveLength(1);
  });

  test("[R11] what the screen had shown of an uploaded picture is named by its path, so that no conflict is made up", async () => {
    const server = new PictureServer();
    server.isAway = true;
    const phone = await aPhone({}, { pictures: server });
    const mark = await phone.engine.pictures.add(blob("one"));
    const made = await phone.engine.queue("things.create", { a: mark, b: "1" });
    await phone.isQuiet();
    server.isAway = false;
    void phone.engine.trigger("online");
    await phone.nextRequest();
    // The form was opened before the upload and knows the picture by its mark.
    await phone.engine.queue(
      "things.update",
      { id: made.id, a: "/objects/other" },
      { base: { rev: 0, values: { a: mark } } },
    );
    await answerAll(phone, { status: "applied" });
    const { commands } = await phone.nextRequest();
    expect(commands).toMatchObject([{ input: { a: "/objects/other" }, base: { values: { a: "/objects/1" } } }]);
  });

  test("[R21] a listing deleted before it was ever sent takes its pictures along and is never heard of", async () => {
    const server = new PictureServer();
    server.isAway = true;
    const phone = await aPhone({}, { pictures: server });
    const made = await phone.engine.queue("things.create", { a: await phone.engine.pictures.add(blob("x")), b: "1" });
    expect((await phone.engine.queue("things.delete", { id: made.id })).how).toBe("cancelled");
    expect(await phone.engine.outbox()).toEqual([]);
    expect(await phone.engine.pictures.all()).toEqual([]);
    expect(await phone.isQuiet()).toBe(true);
  });
});

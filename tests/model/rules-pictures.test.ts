// Pictures in the outbox: each is uploaded once despite lost connections, and a failing one blocks no other.
import { describe, expect, test } from "vitest";
import { PictureUploadError, uploadWaiting } from "../../pwa/device/sync/picture-upload.ts";
import type { PicturePort } from "../../pwa/device/sync/ports.ts";
import { MemoryStore } from "./memory-store.ts";
import { anEngine, answerAll, aPhone, settled, states } from "./one-engine.ts";

/** A fake server that receives bytes, with faults that a test sets. */
class PictureServer implements PicturePort {
  readonly calls: string[] = [];
  /** Bytes as text, by address. */
  readonly bytes = new Map<string, string>();
  readonly objects = new Map<string, string>();
  isAway = false;
  /** Called before each step; throws, or returns another answer. */
  trouble: (step: string, text: string) => "spent" | { code: string; message: string } | undefined = () => undefined;
  private count = 0;

  async address() {
    this.reach("address", "");
    return `/put/${++this.count}`;
  }
  async put(address: string, data: Blob, onProgress: (part: number) => void) {
    const text = await data.text();
    onProgress(0.5);
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

describe("uploads", () => {
  test("[R21] bytes are sent again to the same address after a lost answer, and become one object", async () => {
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

  test("[R21] the code of uploads loads once a picture waits, and again at the next trigger after a failure", async () => {
    const server = new PictureServer();
    let loads = 0;
    const pictures = async () => {
      if (++loads === 1) throw new Error("no network");
      return { port: server, uploadWaiting };
    };
    const phone = await aPhone({}, { pictures });
    void phone.engine.trigger("online");
    await phone.isQuiet();
    expect(loads).toBe(0);
    await phone.engine.pictures.add(blob("one"));
    await phone.isQuiet();
    expect([loads, server.objects.size]).toEqual([1, 0]);
    void phone.engine.trigger("online");
    await phone.isQuiet();
    expect([loads, server.objects.size]).toEqual([2, 1]);
    void phone.engine.trigger("online");
    await phone.isQuiet();
    expect(loads).toBe(2);
  });

  test("[R21] a picture is sent to its direct address, and to the server's if that fails", async () => {
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

  test("[R21] an expired address is replaced, a limited number of times per run", async () => {
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

  test("[R21] a resumed upload uses the same address", async () => {
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

  test("[R18] a refused picture does not block other listings' pictures", async () => {
    const server = new PictureServer();
    const refusal = { code: "not-an-image", message: "This is no picture." };
    server.trouble = (step, text) => (step === "put" && text === "bad" ? refusal : undefined);
    const phone = await aPhone({}, { pictures: server });
    const bad = await phone.engine.queue("things.create", { a: await phone.engine.pictures.add(blob("bad")), b: "1" });
    await phone.engine.queue("things.create", { a: await phone.engine.pictures.add(blob("good")), b: "2" });
    await answerAll(phone, { status: "applied" });
    expect(await phone.engine.outbox()).toMatchObject([{ id: bad.id, state: "attention", refusal }]);
  });

  test("[R18] a picture with server errors does not block others, and finally needs the user", async () => {
    const server = new PictureServer();
    server.trouble = (step, text) => {
      if (step === "put" && text === "bad") throw new PictureUploadError(true);
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

  test("[R12] without a network pictures are not tried one by one", async () => {
    const server = new PictureServer();
    server.isAway = true;
    const phone = await aPhone({}, { pictures: server });
    await phone.engine.trigger("timer");
    for (const text of ["1", "2", "3", "4"]) phone.disk.pictures.set(text, { id: text, data: blob(text), at: 1e13 });
    phone.engine.pictures.expect();
    await phone.engine.pictures.upload(true);
    expect(server.calls).toEqual(["address", "address"]);
  });

  test("[R21] a picture removed during its upload stays removed", async () => {
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

  test("[R21] only pictures without a waiting command are removed", async () => {
    const phone = await aPhone();
    const needed = await phone.engine.pictures.add(blob("needed"));
    const loose = await phone.engine.pictures.add(blob("loose"));
    await phone.engine.queue("things.create", { a: needed, b: "1" });
    await phone.engine.pictures.drop([needed, loose]);
    expect((await phone.engine.pictures.all()).map(({ id }) => needed.includes(id))).toEqual([true]);
  });
});

describe("pictures in edits", () => {
  test("[R7] an edit with a new picture merges into an unsent listing; the replaced picture is removed", async () => {
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

  test("[R11] an edit names an uploaded picture by its path, so that no false conflict arises", async () => {
    const server = new PictureServer();
    server.isAway = true;
    const phone = await aPhone({}, { pictures: server });
    const mark = await phone.engine.pictures.add(blob("one"));
    const made = await phone.engine.queue("things.create", { a: mark, b: "1" });
    await phone.isQuiet();
    server.isAway = false;
    void phone.engine.trigger("online");
    await phone.nextRequest();
    // The form was opened before the upload, so it has the picture's local id.
    await phone.engine.queue(
      "things.update",
      { id: made.id, a: "/objects/other" },
      { base: { rev: 0, values: { a: mark } } },
    );
    await answerAll(phone, { status: "applied" });
    const { commands } = await phone.nextRequest();
    expect(commands).toMatchObject([{ input: { a: "/objects/other" }, base: { values: { a: "/objects/1" } } }]);
  });

  test("[R21] an unsent listing that is deleted is never sent, and its pictures are removed", async () => {
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

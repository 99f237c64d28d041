// The uploader's multipart calls over both stores: disk files, and the S3 API of OpenStack Swift.
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_PICTURE_BYTES, MIN_PART_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { aPilot, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { aPhoto, uploader } from "../../../tests/setup/pictures.ts";
import { hasSwift, s3Environment, startSwift, SWIFT_MS, type Swift } from "../../../tests/setup/swift.ts";

let swift: Swift | undefined;

beforeAll(async () => {
  if (hasSwift) swift = await startSwift();
}, SWIFT_MS);
afterAll(() => swift?.stop());

const ways = [
  { way: "disk", environment: () => ({}), isDirect: false },
  ...(hasSwift
    ? [
        { way: "S3", environment: () => s3Environment(swift!), isDirect: true },
        {
          way: "S3 out of the browser's reach",
          environment: () => ({ ...s3Environment(swift!), S3_DIRECT: "0" }),
          isDirect: false,
        },
      ]
    : []),
];

/** A picture of at least `bytes` bytes, three per pixel. */
async function aLargePhoto(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 3));
  const photo = await sharp({ create: { width: side, height: side, channels: 3, background: "#3a6ea5" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect([photo.length > bytes, photo.length < MAX_PICTURE_BYTES]).toEqual([true, true]);
  return photo;
}

describe.each(ways)("over $way", ({ environment, isDirect }) => {
  let server: TestServer;
  let person: TestPerson;
  let mine: ReturnType<typeof uploader>;

  beforeAll(async () => {
    server = await startTestServer({ env: { ...environment(), RATE_LIMIT_FACTOR: "1000" } });
    person = await aPilot(server.db);
    mine = uploader(server.url, person);
  });

  type Upload = { uploadId: string; key: string };
  const at = ({ uploadId, key }: Upload, rest = "") =>
    `/s3/multipart/${uploadId}${rest}?key=${encodeURIComponent(key)}`;
  async function begin(type = "image/jpeg"): Promise<Upload> {
    const { status, body } = await mine.ask("POST /s3/multipart", {
      filename: "a.jpg",
      type,
      metadata: { name: "a.jpg" },
    });
    expect([status, Object.keys(body).sort()]).toEqual([200, ["key", "uploadId"]]);
    return body as Upload;
  }

  /** Sends a part like the uploader: gets a signed URL, then PUTs to it and reads the ETag. */
  async function sendPart(upload: Upload, part: number, bytes: Buffer): Promise<{ PartNumber: number; ETag: string }> {
    const { body: signed } = await mine.ask(`GET ${at(upload, `/${part}`)}`);
    const url = String(signed.url);
    expect(signed.expires).toBeGreaterThan(3600);
    expect(new URL(url).origin === server.url).toBe(!isDirect);
    const answer = await fetch(url, {
      method: "PUT",
      body: new Uint8Array(bytes),
      headers: { ...(signed.headers as Record<string, string> | undefined), ...(isDirect ? {} : person.headers) },
    });
    expect(answer.status).toBe(200);
    return { PartNumber: part, ETag: answer.headers.get("etag") ?? "" };
  }
  const list = (upload: Upload) => mine.ask(`GET ${at(upload)}`);
  const complete = (upload: Upload, parts: unknown) => mine.ask(`POST ${at(upload, "/complete")}`, { parts });
  const abort = (upload: Upload) => mine.ask(`DELETE ${at(upload)}`);

  it(
    "brings a large picture in parts, lists them, joins them and claims what became of them",
    { timeout: 60_000 },
    async () => {
      const photo = await aLargePhoto(MIN_PART_BYTES + 100_000);
      const upload = await begin();
      expect((await list(upload)).body).toEqual([]);
      const last = await sendPart(upload, 2, photo.subarray(MIN_PART_BYTES));
      const first = await sendPart(upload, 1, photo.subarray(0, MIN_PART_BYTES));
      expect((await list(upload)).body).toEqual([
        { ...first, Size: MIN_PART_BYTES },
        { ...last, Size: photo.length - MIN_PART_BYTES },
      ]);
      const done = await complete(upload, [first, last]);
      expect([done.status, done.body]).toEqual([
        200,
        { location: `${server.url}/api/objects/upload/${upload.uploadId}` },
      ]);
      // A repeat after a lost answer.
      expect((await complete(upload, [first, last])).body).toEqual(done.body);
      const location = String(done.body.location);
      expect((await mine.put(location, await aPhoto())).status).toBe(409);
      const claimed = await mine.claim(location);
      expect([claimed.status, claimed.body]).toEqual([
        200,
        { objectPath: expect.stringMatching(/^\/objects\//) as string },
      ]);
      expect((await mine.claim(location)).body).toEqual(claimed.body);
      const picture = await fetch(`${server.url}${String(claimed.body.objectPath)}?w=320`);
      expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(320);
      // The received bytes are removed after the encoding.
      const store = () => server.db("jobs").where({ kind: "upload-removal" });
      await vi.waitFor(async () => expect(await store()).toEqual([]), { timeout: 10_000 });
    },
  );

  it("[S273] accepts a picture of one small part", async () => {
    const upload = await begin("image/png; charset=binary");
    const part = await sendPart(upload, 1, await aPhoto());
    const { body } = await complete(upload, [part]);
    expect((await mine.claim(String(body.location))).status).toBe(200);
  });

  it("checks a multipart upload at the claim", async () => {
    const upload = await begin();
    const part = await sendPart(upload, 1, Buffer.from("no picture at all"));
    const { body } = await complete(upload, [part]);
    const claimed = await mine.claim(String(body.location));
    expect([claimed.status, claimed.body.code]).toEqual([415, "not-an-image"]);
    const broken = await begin();
    const whole = await aPhoto();
    const half = await sendPart(broken, 1, whole.subarray(0, whole.length / 2));
    const damaged = await mine.claim(String((await complete(broken, [half])).body.location));
    expect([damaged.status, damaged.body.code]).toEqual([400, "picture-unreadable"]);
  });

  it("refuses parts as S3 does", { timeout: 60_000 }, async () => {
    const upload = await begin();
    const [one, two] = [
      await sendPart(upload, 1, Buffer.alloc(1000, 1)),
      await sendPart(upload, 2, Buffer.alloc(1000, 2)),
    ];
    const refusal = async (parts: unknown) => {
      const { status, body } = await complete(upload, parts);
      return [status, body.code];
    };
    expect(await refusal([one, two])).toEqual([400, "part-too-small"]);
    expect(await refusal([two, one])).toEqual([400, "invalid-part-order"]);
    expect(await refusal([one, one])).toEqual([400, "invalid-part-order"]);
    expect(await refusal([one, { ...two, PartNumber: 3 }])).toEqual([400, "invalid-part"]);
    expect(await refusal([{ ...one, ETag: two.ETag }])).toEqual([400, "invalid-part"]);
    for (const parts of [[], "x", undefined, [{ PartNumber: 0, ETag: "x" }], [{ PartNumber: 10_001, ETag: "x" }]])
      expect(await refusal(parts)).toEqual([400, "invalid"]);
    for (const part of ["0", "10001", "1.5", "-1", "x"]) {
      const { status, body } = await mine.ask(`GET ${at(upload, `/${part}`)}`);
      expect([part, status, body.fields?.partNumber]).toEqual([
        part,
        400,
        "Part number must be an integer between 1 and 10000, inclusive",
      ]);
    }
    expect((await mine.ask(`GET ${at(upload, "/10000")}`)).status).toBe(200);
    // The upload is still complete.
    expect((await complete(upload, [two])).status).toBe(200);
  });

  it("refuses more than 10 MB in total", { timeout: 60_000 }, async () => {
    const upload = await begin();
    const parts = [await sendPart(upload, 1, Buffer.alloc(MIN_PART_BYTES))];
    if (isDirect) {
      parts.push(await sendPart(upload, 2, Buffer.alloc(MIN_PART_BYTES)));
      parts.push(await sendPart(upload, 3, Buffer.alloc(1)));
      expect(await complete(upload, parts)).toMatchObject({ status: 413, body: { code: "too-large" } });
      expect((await list(upload)).status).toBe(404);
    } else {
      const { body } = await mine.ask(`GET ${at(upload, "/2")}`);
      const sent = await mine.put(String(body.url), Buffer.alloc(MIN_PART_BYTES + 1));
      expect([sent.status, sent.body.code]).toEqual([413, "too-large"]);
    }
  });

  it("[S276] is aborted", async () => {
    const upload = await begin();
    await sendPart(upload, 1, Buffer.from("x"));
    const ended = await abort(upload);
    expect([ended.status, ended.body]).toEqual([200, {}]);
    const after = [
      await list(upload),
      await mine.ask(`GET ${at(upload, "/1")}`),
      await complete(upload, [{ PartNumber: 1, ETag: "x" }]),
      await abort(upload),
    ];
    expect(after.map(({ status, body }) => [status, body.code])).toEqual(after.map(() => [404, "not-found"]));
    await vi.waitFor(async () => expect(await server.db("jobs").where({ kind: "upload-removal" })).toEqual([]), {
      timeout: 10_000,
    });
  });

  it("belongs to one user, and requires a session", async () => {
    const upload = await begin();
    const calls = [
      `GET ${at(upload)}`,
      `GET ${at(upload, "/1")}`,
      `PUT ${at(upload, "/1")}`,
      `POST ${at(upload, "/complete")}`,
      `DELETE ${at(upload)}`,
    ];
    const body = { parts: [{ PartNumber: 1, ETag: "x" }] };
    const stranger = uploader(server.url, await aPilot(server.db));
    const guest = uploader(server.url, null);
    for (const call of calls) {
      const sent = call.startsWith("POST") ? body : undefined;
      const [theirs, nobodys] = [await stranger.ask(call, sent), await guest.ask(call, sent)];
      expect([call, theirs.status, theirs.body.code]).toEqual([call, 403, "wrong-user"]);
      expect([call, nobodys.status]).toEqual([call, 401]);
    }
    for (const call of ["POST /s3/multipart", "GET /s3/params", "GET /s3/sts"])
      expect((await guest.ask(call, call.startsWith("POST") ? {} : undefined)).status).toBe(401);
  });

  it("answers 404 for other uploads and other keys", async () => {
    const upload = await begin();
    const unknown = [
      { ...upload, uploadId: randomUUID() },
      { ...upload, uploadId: "x" },
      { ...upload, key: `incoming/${randomUUID()}` },
    ];
    for (const one of unknown) {
      const parts = [{ PartNumber: 1, ETag: "x" }];
      const answers = [
        await list(one),
        await mine.ask(`GET ${at(one, "/1")}`),
        await complete(one, parts),
        await abort(one),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    expect((await mine.ask(`GET /s3/multipart/${upload.uploadId}`)).body.fields).toEqual({ key: "The key is missing" });
    const nowhere = await mine.ask("GET /s3/nowhere");
    expect([nowhere.status, nowhere.body.code]).toEqual([404, "not-found"]);
    const wrongMethod = await mine.ask("PATCH /s3/multipart");
    expect([wrongMethod.status, wrongMethod.headers.allow]).toEqual([405, "POST"]);
  });

  it("accepts only pictures", async () => {
    for (const type of ["image/svg+xml", "text/html", "video/mp4", "image/heic"]) {
      const { status, body } = await mine.ask("POST /s3/multipart", { filename: "a", type });
      expect([type, status, body.code]).toEqual([type, 415, "not-an-image"]);
      expect((await mine.ask(`GET /s3/params?filename=a&type=${encodeURIComponent(type)}`)).status).toBe(415);
    }
    const untold = await mine.ask("POST /s3/multipart", { filename: "a" });
    expect([untold.status, Object.keys(untold.body.fields ?? {})]).toEqual([400, ["type"]]);
  });

  it("[S278] returns an address for a single PUT, whose bytes the claim checks", async () => {
    const params = () => mine.ask("GET /s3/params?filename=a.jpg&type=image%2Fjpeg&metadata%5Bname%5D=a.jpg");
    const { status, body } = await params();
    expect([status, body.method, body.fields]).toEqual([200, "PUT", {}]);
    expect(body.headers).toEqual(isDirect ? { "Content-Type": "image/jpeg" } : {});
    const address = String(body.url);
    const shoot = async (to: string, bytes: Buffer) => {
      const headers = { ...(isDirect ? { "Content-Type": "image/jpeg" } : person.headers) };
      const answer = await fetch(to, { method: "PUT", body: new Uint8Array(bytes), headers });
      expect(answer.headers.get("etag")).toMatch(/^"/);
      return answer.status;
    };
    const plain = (to: string) => to.split("?")[0]!;
    expect((await mine.claim(plain(address))).body.code).toBe("nothing-uploaded");
    expect(await shoot(address, await aPhoto())).toBe(200);
    if (!isDirect) expect((await mine.put(address, await aPhoto())).status).toBe(409);
    const claimed = await mine.claim(plain(address));
    expect([claimed.status, Object.keys(claimed.body)]).toEqual([200, ["objectPath"]]);
    // The ledger must not store a signed URL.
    expect(await server.db("outcomes").where({ command: "uploads.params" })).toEqual([]);
    const lie = String((await params()).body.url);
    expect(await shoot(lie, Buffer.from("no picture"))).toBe(200);
    expect((await mine.claim(plain(lie))).status).toBe(415);
  });

  it("[S279] returns temporary credentials only if configured", async () => {
    const { status, body } = await mine.ask("GET /s3/sts");
    expect([status, body.code]).toEqual([404, "not-configured"]);
  });

  it("reports an expired address in the format that the uploader checks", async () => {
    const upload = await begin();
    const { body } = await mine.ask(`GET ${at(upload, "/1")}`);
    await server.db("uploads").where({ id: upload.uploadId }).update({ expiresAt: new Date() });
    expect((await list(upload)).body).toEqual({ error: "Request has expired", code: "upload-expired" });
    if (isDirect) return;
    const late = await mine.put(String(body.url), Buffer.from("x"));
    expect([late.status, late.text.includes("<Message>Request has expired</Message>")]).toEqual([403, true]);
  });

  it("allows the page to connect to the service, and to nothing else", async () => {
    const { headers } = await mine.ask("GET /healthz");
    const policy = String(headers["content-security-policy"]);
    const connect = /connect-src ([^;]*)/.exec(policy)?.[1];
    const socket = server.url.replace("http", "ws");
    expect(connect).toBe(`'self' ${socket}${isDirect ? ` ${swift!.settings.endpoint}` : ""}`);
  });

  it("stores single pictures too", async () => {
    const picture = await mine.aPicture(await aPhoto(1200, 800));
    const answer = await fetch(`${server.url}${picture}`, { headers: { accept: "image/webp" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(1200);
  });
});

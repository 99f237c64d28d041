// Uploads over HTTP: an address, the bytes, the claim, and the refusals of each step.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";
import { HEIC_REFUSED } from "../../../shared/domain/uploads-rules.ts";
import { send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { aPhoto } from "../../../tests/setup/pictures.ts";

let server: TestServer;
let owner: TestPerson;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "1000" } });
  owner = await anOwner(server.db);
  photo = await aPhoto();
});

type Body = Record<string, unknown> & { fields?: Record<string, string> };
const ask = (route: string, body?: unknown, person: TestPerson | null = owner): Promise<Answer<Body>> =>
  send<Body>(server.url, route, { body, headers: person?.headers ?? {} });

async function anAddress(person = owner): Promise<string> {
  const { body, status } = await ask("POST /api/objects/upload", undefined, person);
  expect(status).toBe(200);
  return String(body.uploadURL);
}

const put = (address: string, bytes: Buffer | string, person: TestPerson | null = owner) =>
  ask(`PUT ${new URL(address).pathname}`, bytes, person);
const claim = (address: string, person: TestPerson | null = owner) =>
  ask("PUT /api/aircraft-images", { aircraftImageURL: address }, person);

async function aPicture(person = owner, bytes = photo): Promise<string> {
  const address = await anAddress(person);
  expect((await put(address, bytes, person)).status).toBe(200);
  return String((await claim(address, person)).body.objectPath);
}

describe("an upload", () => {
  it("[S266] turns an address and bytes into a picture path", async () => {
    const address = await anAddress();
    expect(address).toMatch(new RegExp(`^${server.url}/api/objects/upload/[0-9a-f-]{36}$`));
    const sent = await put(address, photo);
    expect([sent.status, sent.body]).toEqual([200, {}]);
    expect(sent.headers.etag).toMatch(/^"[0-9a-f-]{36}"$/);
    const claimed = await claim(address);
    expect([claimed.status, Object.keys(claimed.body)]).toEqual([200, ["objectPath"]]);
    expect(claimed.body.objectPath).toMatch(/^\/objects\/[0-9a-f-]{36}$/);
    expect((await send(server.url, `GET ${String(claimed.body.objectPath)}`)).status).toBe(200);
  });

  it("requires a session", async () => {
    expect((await ask("POST /api/objects/upload", undefined, null)).body.code).toBe("not-signed-in");
    const newcomer = await aPilot(server.db, { isEmailVerified: false });
    expect(await aPicture(newcomer)).toMatch(/^\/objects\//);
    const address = await anAddress();
    expect((await put(address, photo, null)).status).toBe(401);
    expect((await claim(address, null)).status).toBe(401);
  });

  it("accepts bytes with a cookie only from this site's origin", async () => {
    const address = await anAddress();
    const cookie = `tailhour_session=${owner.token}`;
    const path = `PUT ${new URL(address).pathname}`;
    const foreign = await send(server.url, path, { body: photo, headers: { cookie, origin: "https://evil.example" } });
    expect([foreign.status, foreign.body.code]).toEqual([403, "foreign-origin"]);
    const own = await send(server.url, path, { body: photo, headers: { cookie, origin: server.url } });
    expect(own.status).toBe(200);
  });

  it("belongs to one user", async () => {
    const [address, other] = [await anAddress(), await aPilot(server.db)];
    expect((await put(address, photo, other)).body).toMatchObject({ code: "wrong-user" });
    await put(address, photo);
    const stolen = await claim(address, other);
    expect([stolen.status, stolen.body.code]).toEqual([403, "wrong-user"]);
    expect((await claim(address)).status).toBe(200);
  });

  it("[S267] returns the same path for a repeated claim", async () => {
    const address = await anAddress();
    await put(address, photo);
    const [first, second, ...rest] = await Promise.all([claim(address), claim(address), claim(address)]);
    expect(second.body).toEqual(first.body);
    expect([...rest, await claim(`${address}?x=1`)].map(({ body }) => body)).toEqual([first.body, first.body]);
    expect((await claim(new URL(address).pathname)).body).toEqual(first.body);
  });

  it("accepts one PUT, none after the claim, and no claim without bytes", async () => {
    const address = await anAddress();
    expect((await claim(address)).body).toMatchObject({ code: "nothing-uploaded" });
    expect((await claim(address)).status).toBe(409);
    expect((await put(address, photo)).status).toBe(200);
    expect((await put(address, photo)).status).toBe(409);
    await claim(address);
    const late = await put(address, photo);
    expect([late.status, late.body.code]).toEqual([409, "already-uploaded"]);
  });

  it("lets one of two concurrent PUTs win", async () => {
    const address = await anAddress();
    const answers = await Promise.all([put(address, photo), put(address, await aPhoto(640, 480))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("expires after 15 minutes", async () => {
    const address = await anAddress();
    const id = address.split("/").at(-1)!;
    const { expiresAt } = await server.db("uploads").where({ id }).first();
    expect(Math.round((new Date(expiresAt as string).getTime() - Date.now()) / 60_000)).toBe(15);
    await server.db("uploads").where({ id }).update({ expiresAt: new Date() });
    const late = await put(address, photo);
    expect([late.status, late.body]).toEqual([403, { error: "Request has expired", code: "upload-expired" }]);
  });

  it("answers 404 for other addresses", async () => {
    for (const id of [randomUUID(), "x", "%00"]) {
      const answer = await ask(`PUT /api/objects/upload/${id}`, photo);
      expect([id, answer.status]).toEqual([id, 404]);
    }
    expect((await claim(`${server.url}/api/objects/upload/${randomUUID()}`)).status).toBe(404);
    const nonsense = await claim("https://elsewhere.example/plane.jpg");
    expect([nonsense.status, Object.keys(nonsense.body.fields ?? {})]).toEqual([400, ["aircraftImageURL"]]);
    const wrongMethod = await ask(`POST /api/objects/upload/${randomUUID()}`);
    expect([wrongMethod.status, wrongMethod.headers.allow]).toEqual([405, "PUT"]);
  });

  it("is limited per hour, with the time to wait", async () => {
    const small = await startTestServer({ env: { LIMIT_UPLOADS: "2" } });
    const person = await aPilot(small.db);
    const routes = [
      "POST /api/objects/upload",
      "GET /s3/params?filename=a.jpg&type=image/jpeg",
      "POST /api/objects/upload",
    ];
    const answers = [];
    for (const route of routes) answers.push(await send(small.url, route, { headers: person.headers }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(answers[2]!.headers["retry-after"])).toBeGreaterThan(3000);
  });
});

describe("a PUT refuses", () => {
  const refusal = async (bytes: Buffer | string) => {
    const address = await anAddress();
    const answer = await put(address, bytes);
    // A refused PUT leaves the address open.
    expect((await claim(address)).status).toBe(409);
    expect((await put(address, photo)).status).toBe(200);
    return [answer.status, answer.body.code, answer.body.error];
  };

  it("a file that is no picture, whatever its name", async () => {
    expect((await refusal("<svg xmlns='http://www.w3.org/2000/svg'/>")).slice(0, 2)).toEqual([415, "not-an-image"]);
    expect((await refusal("%PDF-1.7")).slice(0, 2)).toEqual([415, "not-an-image"]);
    expect((await refusal("")).slice(0, 2)).toEqual([415, "not-an-image"]);
  });

  it("HEIC, with a helpful message", async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(64)]);
    expect(await refusal(heic)).toEqual([415, "not-an-image", HEIC_REFUSED]);
  });

  it("a damaged picture", async () => {
    expect((await refusal(photo.subarray(0, photo.length / 2))).slice(0, 2)).toEqual([400, "picture-unreadable"]);
  });

  it("[S216] a file above the limit before all of it has arrived", async () => {
    const ofSize = (bytes: number) => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]);
    expect((await put(await anAddress(), ofSize(10_485_760))).status).toBe(200);
    const large = ofSize(10_485_761);
    expect((await refusal(large)).slice(0, 2)).toEqual([413, "too-large"]);
    const address = await anAddress();
    // Chunked, without Content-Length.
    const unsaid = await fetch(address, {
      method: "PUT",
      body: Readable.toWeb(Readable.from([large])) as ReadableStream,
      headers: owner.headers,
      duplex: "half",
    } as RequestInit).catch(() => null);
    // A client that goes on sending may lose the connection before it reads the answer.
    expect(unsaid?.status ?? 413).toBe(413);
    expect((await claim(address)).body.code).toBe("nothing-uploaded");
  });
});

describe("listings and profiles", () => {
  const listing = (images: string[]) => ({
    name: "Piper",
    make: "Piper",
    model: "PA-28",
    location: "Denver CO",
    images,
  });

  it("accept a user's own claimed pictures", async () => {
    const [first, second] = [await aPicture(), await aPicture()];
    const made = await ask("POST /api/aircraft", listing([first, second]));
    expect([made.status, made.body.images, made.body.imageUrl]).toEqual([201, [first, second], first]);
    const changed = await ask(`PATCH /api/aircraft/${String(made.body.id)}`, { images: [second, first] });
    expect([changed.status, changed.body.imageUrl]).toEqual([200, second]);
    const profile = await ask(`PATCH /api/users/${owner.id}`, { avatarUrl: first });
    expect([profile.status, profile.body.avatarUrl]).toEqual([200, first]);
  });

  it("refuse others' pictures, unclaimed and unknown ones, and changed paths", async () => {
    const other = await anOwner(server.db);
    const [theirs, mine] = [await aPicture(other), await aPicture()];
    const unclaimed = await anAddress();
    await put(unclaimed, photo);
    const { objectId } = await server
      .db("uploads")
      .where({ id: unclaimed.split("/").at(-1) })
      .first();
    const wrong = [
      theirs,
      `/objects/${String(objectId)}`,
      `/objects/${randomUUID()}`,
      `${mine}?w=320`,
      `${server.url}${mine}`,
    ];
    const plane = await aPlane(server.db, owner.id);
    for (const path of wrong) {
      const created = await ask("POST /api/aircraft", listing([mine, path]));
      expect([path, created.status, Object.keys(created.body.fields ?? {})]).toEqual([path, 400, ["images"]]);
      const changed = await ask(`PATCH /api/aircraft/${plane}`, { imageUrl: path });
      expect([path, changed.status, Object.keys(changed.body.fields ?? {})]).toEqual([path, 400, ["imageUrl"]]);
      const profile = await ask(`PATCH /api/users/${owner.id}`, { avatarUrl: path });
      expect([path, profile.status]).toEqual([path, 400]);
    }
  });

  it("let an admin keep the owner's pictures", async () => {
    const picture = await aPicture();
    const made = await ask("POST /api/aircraft", listing([picture]));
    const admin = await aPilot(server.db, { isAdmin: true });
    const id = String(made.body.id);
    const edited = await ask(`PATCH /api/aircraft/${id}`, { images: [picture], name: "Better" }, admin);
    expect([edited.status, edited.body.images]).toEqual([200, [picture]]);
  });

  it("return the metadata of a listing's pictures", async () => {
    const picture = await aPicture(owner, await aPhoto(1000, 500));
    const made = await ask("POST /api/aircraft", listing([picture, "/illustrations/default-aircraft.svg"]));
    const detail = await ask(`GET /api/aircraft/${String(made.body.id)}/with-owner`, undefined, null);
    expect(detail.body.pictures).toMatchObject([{ path: picture, width: 1000, height: 500 }]);
  });
});

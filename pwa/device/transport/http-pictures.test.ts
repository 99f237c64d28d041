import { expect, it } from "vitest";
import { httpPictures } from "./http-pictures.ts";
import { PictureUploadError } from "../sync/picture-upload.ts";

type SentRequest = { path: string; method: string | undefined; body: BodyInit | null | undefined };

function answering(...answers: Response[]) {
  const requests: SentRequest[] = [];
  const port = httpPictures({
    fetch: (path, init) => {
      requests.push({ path: path as string, method: init?.method, body: init?.body });
      return Promise.resolve(answers.shift() ?? Response.error());
    },
  });
  return { port, requests };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const nobody = () => undefined;
const { signal: removed } = new AbortController();
const data = new Blob(["pixels"], { type: "image/png" });

it("requests an address, puts the bytes there and claims them", async () => {
  const { port, requests } = answering(
    json({ uploadURL: "/api/objects/put/1" }),
    new Response(null, { status: 200 }),
    json({ objectPath: "/objects/1" }),
  );
  const address = await port.address("1");
  expect(await port.put(address, data, nobody, removed)).toBe("done");
  expect(await port.claim(address)).toEqual({ path: "/objects/1" });
  expect(requests).toEqual([
    { path: "/api/objects/upload", method: "POST", body: undefined },
    { path: "/api/objects/put/1", method: "PUT", body: data },
    { path: "/api/aircraft-images", method: "PUT", body: '{"aircraftImageURL":"/api/objects/put/1"}' },
  ]);
});

it.each([400, 413, 415])("returns a refusal (%i) with the server's message", async (status) => {
  const { port } = answering(json({ error: "Choose JPEG or PNG.", code: "not-an-image" }, status));
  expect(await port.put("/x", data, nobody, removed)).toEqual({ code: "not-an-image", message: "Choose JPEG or PNG." });
});

it("returns a default message for a refusal without one", async () => {
  const { port } = answering(new Response("<h1>Too large</h1>", { status: 413 }));
  expect(await port.put("/x", data, nobody, removed)).toMatchObject({ message: "This picture could not be taken." });
});

it.each([403, 404, 410])("needs a new address after %i", async (status) => {
  const { port } = answering(json({}, status), json({}, status));
  expect(await port.put("/x", data, nobody, removed)).toBe("spent");
  expect(await port.claim("/x")).toBe("spent");
});

it("continues with the claim when the bytes arrived earlier", async () => {
  const { port } = answering(json({}, 409), json({}, 409));
  expect(await port.put("/x", data, nobody, removed)).toBe("done");
  expect(await port.claim("/x")).toBe("spent");
});

it("tells an internal error from an overloaded or starting server", async () => {
  const { port } = answering(json({}, 500), json({}, 507), json({}, 503));
  await expect(port.put("/x", data, nobody, removed)).rejects.toMatchObject({
    name: "PictureUploadError",
    isOwn: true,
  });
  await expect(port.put("/x", data, nobody, removed)).rejects.toMatchObject({ isOwn: false });
  await expect(port.address("1")).rejects.toBeInstanceOf(PictureUploadError);
});

it.each([401, 429])("does not treat %i as a refusal of the picture", async (status) => {
  const { port } = answering(json({}, status), json({}, status), json({}, status));
  await expect(port.address("1")).rejects.toThrow(String(status));
  await expect(port.put("/x", data, nobody, removed)).rejects.not.toBeInstanceOf(PictureUploadError);
  await expect(port.claim("/x")).rejects.not.toBeInstanceOf(PictureUploadError);
});

it("rejects the login page of another network", async () => {
  const { port } = answering(new Response("<h1>Welcome, guest</h1>"), json({ hello: true }));
  await expect(port.address("1")).rejects.toThrow();
  await expect(port.claim("/x")).rejects.toThrow("This is no answer of ours.");
});

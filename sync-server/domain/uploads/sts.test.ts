// Temporary credentials, against a fake token service that records the request.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryCredentials } from "./sts.ts";

let service: Server;
let endpoint: string;
let received: { body: URLSearchParams; headers: IncomingMessage["headers"] } | undefined;
let answer = { status: 200, body: "" };

const granted = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
  <AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>a&amp;b</SecretAccessKey>
  <SessionToken>token==</SessionToken><Expiration>2026-01-01T00:15:00Z</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;

beforeAll(async () => {
  service = createServer((request, response) => {
    void text(request).then((body) => {
      received = { body: new URLSearchParams(body), headers: request.headers };
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
});

afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const assume = () =>
  temporaryCredentials({
    bucket: "pictures",
    region: "eu-central-1",
    accessKeyId: "key",
    secretAccessKey: "secret",
    endpoint,
    role: "arn:aws:iam::123456789012:role/upload",
  })("incoming/some-id");

it("[S280] returns credentials that may write one object only", async () => {
  answer = { status: 200, body: granted };
  expect(await assume()).toEqual({
    credentials: {
      AccessKeyId: "ASIAEXAMPLE",
      SecretAccessKey: "a&b",
      SessionToken: "token==",
      Expiration: "2026-01-01T00:15:00Z",
    },
    bucket: "pictures",
    region: "eu-central-1",
  });
  const { body, headers } = received!;
  expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-central-1\/sts\/aws4_request/);
  expect([body.get("Action"), body.get("RoleArn"), body.get("DurationSeconds")]).toEqual([
    "AssumeRole",
    "arn:aws:iam::123456789012:role/upload",
    "900",
  ]);
  const policy = JSON.parse(body.get("Policy")!) as { Statement: { Resource: string[] }[] };
  expect(policy.Statement.map(({ Resource }) => Resource)).toEqual([["arn:aws:s3:::pictures/incoming/some-id"]]);
});

it.each([
  [403, "<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>", "answered 403 AccessDenied"],
  [200, "<html>a proxy</html>", "answered 200"],
])("reports that it got none (%i)", async (status, body, sentence) => {
  answer = { status, body };
  await expect(assume()).rejects.toThrow(sentence);
});

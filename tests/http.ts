// An HTTP client that sends only the headers of the test: it adds no cookies, origin or fetch metadata.
import { request, type IncomingHttpHeaders } from "node:http";

export type Answer<Body> = { status: number; headers: IncomingHttpHeaders; body: Body; text: string };

export type Sending = {
  headers?: Record<string, string>;
  /** Sent as JSON; text and bytes are sent unchanged. */
  body?: unknown;
};

/** `send(url, "POST /api/favorites", { body })`. For an answer that is not JSON, `body` is `{}` and `text` its text. */
export function send<Body = Record<string, unknown>>(
  base: string,
  route: string,
  { headers = {}, body }: Sending = {},
): Promise<Answer<Body>> {
  const [method = "GET", path = "/"] = route.split(" ");
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const bytes = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
  const type: Record<string, string> = bytes === undefined || isRaw ? {} : { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(base).origin + path,
      {
        method,
        headers: {
          ...type,
          ...(bytes === undefined ? {} : { "content-length": Buffer.byteLength(bytes) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(text) as Body });
        });
      },
    );
    sent.on("error", reject);
    sent.end(bytes);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** `name=value` of the session cookie in an answer, or undefined. */
export function cookieOf(answer: Answer<unknown>): string | undefined {
  return answer.headers["set-cookie"]?.map((line) => line.split(";")[0]!).find((pair) => pair.includes("session="));
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** The status of an answer and its refusal code. */
export const code = ({ status, body }: Answer<unknown>) => [status, (body as { code?: string }).code];

/** The fields that a refusal names. */
export const fieldsOf = ({ body }: Answer<unknown>) => Object.keys((body as { fields?: object }).fields ?? {});

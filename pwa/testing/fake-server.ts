// The network of a rendered screen: answers by path, and exchanges with outcomes of commands.
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { NoticeSettings } from "../../shared/domain/notices.ts";
import type { ExchangeRequest } from "../../shared/sync.ts";

/** A response of the fake server; without a body the response has none. */
export type Answer = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The response arrives after this, although the server computed it before. */
  after?: Promise<void>;
};

const on = { push: true, email: true };
const ownSettings: NoticeSettings = {
  notices: { messages: on, bookingRequests: on, bookingChanges: on, reviews: on, savedSearches: on },
  quietHours: { on: false, from: "22:00", until: "07:00", timeZone: "America/Denver" },
  hideText: false,
  mutes: [],
};

export class FakeServer {
  /** The signed-in user; null is a guest. */
  me: OwnUser | null = null;
  /** By path, for every method. Other paths have no network, except those of the defaults. */
  readonly answers = new Map<string, Answer>();
  /** All requests, oldest first. */
  readonly requests: { method: string; path: string; body: unknown; headers: Record<string, string> }[] = [];
  /** The user's rows by entity; every exchange sends them. */
  rows: Record<string, object[]> = {};
  /** Keys of removed rows by entity; every exchange sends them. */
  drops: Record<string, string[]> = {};
  /** Commands of exchanges, oldest first. One that comes again after its outcome is not executed again, as on the real server. */
  readonly commands: { name: string; input: unknown }[] = [];
  /** The outcome of a command by its name. By default none: the command waits. */
  outcome: (name: string) => object = () => ({ status: "retry", retryAfterMs: 60_000 });
  /** Exchanges are answered after this. */
  exchangesAfter: Promise<void> = Promise.resolve();
  readonly #ended = new Map<string, object>();
  #changes = 0;
  #visit = 0;

  bodyOf(path: string): unknown {
    return this.requests.findLast((request) => request.path === path)?.body;
  }

  /** A page that was closed since receives no answer. */
  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const visit = this.#visit;
    try {
      return await this.#answer(path, init);
    } finally {
      if (visit !== this.#visit) await never;
    }
  };

  /** The page closes. */
  leave(): void {
    this.#visit += 1;
  }

  async #answer(path: string, init: RequestInit): Promise<Response> {
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const headers = (init.headers ?? {}) as Record<string, string>;
    this.requests.push({ method: init.method ?? "GET", path, body, headers });
    if (path === "/api/sync") {
      await this.exchangesAfter;
      return this.#exchange(body as ExchangeRequest);
    }
    const answer = this.answers.get(path) ?? this.#defaultAnswer(path);
    if (!answer) throw new TypeError("Failed to fetch");
    await answer.after;
    const { status } = answer;
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
      status,
      headers: answer.headers ?? {},
    });
  }

  #defaultAnswer(path: string): Answer | undefined {
    if (path === "/api/auth/password-rules") return { status: 200, body: { minLength: 6 } };
    // Without an answer the app takes the server for silent, and a form no longer waits for the outcome.
    if (path === "/api/settings" && this.me) return { status: 200, body: ownSettings };
    // A page asks for these in the background, also after the answers that its test has set.
    if (path === "/api/catalogue" || path.startsWith("/api/airfields/"))
      return { status: 404, body: { error: "Not found", code: "not-found" } };
    return path === "/api/auth/me" ? this.#currentUser() : undefined;
  }

  #currentUser(): Answer {
    return this.me ? { status: 200, body: this.me } : { status: 401, body: { error: "Please log in first." } };
  }

  #exchange(request: ExchangeRequest): Response {
    const isNew = ({ id }: { id: string }) => !this.#ended.has(id);
    this.commands.push(...request.commands.filter(isNew).map(({ name, input }) => ({ name, input })));
    this.#changes += 1;
    const outcomes = request.commands.map(({ id, name }) => {
      const outcome = this.#ended.get(id) ?? this.outcome(name);
      if (!("status" in outcome && outcome.status === "retry")) this.#ended.set(id, outcome);
      return { id, ...outcome };
    });
    return Response.json({
      from: request.cursor,
      to: `c${this.#changes}`,
      rows: { ...this.rows, ...(this.me ? { me: [this.me] } : {}) },
      drops: this.drops,
      outcomes,
      serverTime: new Date().toISOString(),
    });
  }
}

const never = new Promise<never>(() => undefined);

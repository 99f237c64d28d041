// A user who sends messages to two others from a device that crashes repeatedly, and the checks of these messages.
import { expect, test, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { Dice } from "../model/simulation.ts";
import { openSignedIn } from "./device.ts";
import { startHeldLine, type HeldExchange, type HeldLine, type HoldPoint } from "./held-line.ts";
import { post, signUp, site, verifiedPerson, type Person } from "./people.ts";

/** `KILLS=50` for a longer run. */
export const KILLS = Number(process.env["KILLS"] ?? 10);
/** `KILL_SEED` repeats the random choices of a run. */
const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 2 ** 31);
/** Maximum wait of a kill for its exchange, in milliseconds: the browser may have sent everything already. */
const PATIENCE = 5_000;
/** Maximum time from the last kill until all messages are on the server, in milliseconds. */
const DRAINED = 30_000;
/** The first message of both conversations. */
const GREETING = "Hello";
/** The text of a message in a conversation. */
const OWN = "[data-id] > p:first-child";

export const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A user who writes to two others from a device whose exchanges can be held. */
export class Writer {
  readonly dice = new Dice(SEED);
  readonly context: BrowserContext;
  readonly peers: readonly Person[];
  /** The typed messages in order, by receiver; all texts differ. */
  readonly typed = new Map<string, string[]>();
  /** Texts that the screen showed as the user's messages. */
  readonly kept = new Set<string>();
  readonly line: HeldLine;
  /** Number of kills during an exchange. */
  midway = 0;
  private readonly me: Person;
  private readonly began = performance.now();

  private constructor(context: BrowserContext, line: HeldLine, me: Person, peers: readonly Person[]) {
    this.context = context;
    this.line = line;
    this.me = me;
    this.peers = peers;
    for (const { id } of peers) this.typed.set(id, []);
  }

  static async start(browser: Browser): Promise<Writer> {
    const line = await startHeldLine();
    const { timezoneId, locale } = test.info().project.use;
    const proxy = { server: line.url, bypass: "<-loopback>" };
    const context = await browser.newContext({ baseURL: site(), timezoneId, locale, proxy });
    const page = await context.newPage();
    const peers = [await signUp(page, "Ines Marchetti"), await signUp(page, "Tor Lindqvist")];
    const me = await verifiedPerson(page, "Nadia Brandt");
    const writer = new Writer(context, line, me, peers);
    await writer.watch();
    // A conversation with a message can be opened by its URL.
    for (const { id } of peers) await post(page.request, "/api/messages", { receiverId: id, content: GREETING });
    await openSignedIn(page);
    await page.close();
    return writer;
  }

  /** Records each of the user's messages as soon as a screen shows it. */
  private async watch(): Promise<void> {
    await this.context.exposeBinding("noteKept", (_, words: string) => void this.kept.add(words));
    await this.context.addInitScript((own) => {
      const { noteKept } = window as unknown as { noteKept: (words: string) => void };
      const told = new Set<string>();
      const look = () => {
        for (const { textContent } of document.querySelectorAll(own)) {
          const words = textContent.replace(/^You: /, "");
          if (!/^\d+ for /.test(words) || told.has(words)) continue;
          told.add(words);
          noteKept(words);
        }
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    }, `[role="log"] ${OWN}`);
  }

  /** Opens the app in a conversation from the data on the device. */
  async open(peer: Person): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`/messages?with=${peer.id}`);
    await expect(page.getByRole("textbox", { name: `Message to ${peer.name}` })).toBeVisible();
    return page;
  }

  /**
   * Types and sends `count` messages and reports each; ends early when the page crashes.
   */
  async type(page: Page, peer: Person, count: number, onEntered: (number: number) => void = () => {}): Promise<void> {
    const composer = page.getByRole("textbox", { name: `Message to ${peer.name}` });
    const typed = this.typed.get(peer.id)!;
    try {
      for (let at = 0; at < count; at++) {
        const words = `${typed.length + 1} for ${peer.name}`;
        await composer.fill(words);
        typed.push(words);
        await composer.press("Enter");
        onEntered(at + 1);
      }
    } catch (fault) {
      if (!page.isClosed() && !/crash|closed/i.test(String(fault))) throw fault;
    }
  }

  /**
   * Resolves shortly after an exchange is held, or when none follows because the browser had sent everything. Until then it calls
   * `urge` every second, which wakes the worker.
   */
  async held(moment: HoldPoint, urge?: () => Promise<void>): Promise<HeldExchange | null> {
    const caught = this.line.catchNext(moment, urge ? "worker" : "anybody");
    let held: HeldExchange | null = null;
    for (let waited = 0; !held && waited < PATIENCE; waited += 1_000) {
      if (waited > 0) await urge?.();
      held = await Promise.race([caught, rest(1_000).then(() => null)]);
    }
    this.line.stopCatching();
    await rest(this.dice.below(300));
    return held;
  }

  /** Continues the exchange that was held at the kill late, after newer ones; one of four never continues. */
  async afterKill(held: HeldExchange | null): Promise<void> {
    if (!held) return;
    await expect.poll(held.isOrphan, { message: "whoever asked lives on" }).toBe(true);
    this.midway += 1;
    // The first one and every fourth after it never continue.
    if (this.midway % 4 !== 1) void rest(this.dice.below(2_000)).then(held.letGo);
  }

  /** The user's messages to a receiver as the server returns them, oldest first. */
  private async stored({ id }: Person): Promise<string[]> {
    const answer = await this.context.request.get(`/api/messages/${this.me.id}/${id}`);
    const messages = (await answer.json()) as { content: string }[];
    return messages.map(({ content }) => content);
  }

  /** Waits until all stored messages are on the server and calls `urge` repeatedly; returns the seconds it took. */
  private async drained(urge: () => Promise<void>): Promise<string> {
    const began = performance.now();
    const missing = async () => {
      await urge();
      const all = new Set((await Promise.all(this.peers.map((peer) => this.stored(peer)))).flat());
      return [...this.kept].filter((words) => !all.has(words));
    };
    await expect.poll(missing, { timeout: DRAINED, message: `kept and lost, seed ${SEED}` }).toEqual([]);
    return ((performance.now() - began) / 1000).toFixed(1);
  }

  /** Expects no lost, duplicate or reordered message on server and screen, and an app that still works. */
  async check(what: string, urge: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const drained = await this.drained(urge);
    for (const peer of this.peers) {
      const page = await this.open(peer);
      await this.type(page, peer, 1);
      const log = page.getByRole("log");
      await expect(log.locator("[data-id]").last()).toContainText(`${this.typed.get(peer.id)!.at(-1)}`);
      await expect(log).not.toContainText(/Waiting for signal|Not sent/);
      const stored = await this.stored(peer);
      const inOrder = this.typed.get(peer.id)!.filter((words) => stored.includes(words));
      expect(stored, `once and in order, seed ${SEED}`).toEqual([GREETING, ...inOrder]);
      // The screen draws only the end of a long conversation.
      const shown = await log.locator(OWN).allTextContents();
      expect(shown).toEqual(stored.slice(-shown.length).map((words) => `You: ${words}`));
      await page.close();
    }
    const seconds = ((performance.now() - this.began) / 1000).toFixed(1);
    console.warn(
      `${what}: ${KILLS} kills, ${this.midway} in the middle of an exchange, ${this.kept.size} messages, ` +
        `drained in ${drained} s, ${seconds} s in all, seed ${SEED}`,
    );
    // Otherwise no kill hit an exchange.
    expect(this.midway).toBeGreaterThan(KILLS / 4);
    expect(this.kept.size).toBeGreaterThan(KILLS / 2);
  }

  async end(): Promise<void> {
    await this.context.close();
    await this.line.close();
  }
}

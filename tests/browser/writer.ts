// A person who writes to two others on a device that dies again and again, and what must be true of what they wrote.
import { expect, test, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { Dice } from "../model/simulation.ts";
import { openSignedIn } from "./device.ts";
import { startHeldLine, type Held, type HeldLine, type Moment } from "./held-line.ts";
import { post, signUp, site, verifiedPerson, type Person } from "./people.ts";

/** `KILLS=50` for a soak. */
export const KILLS = Number(process.env["KILLS"] ?? 10);
/** `KILL_SEED` repeats a run as far as chance is ours. */
const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 2 ** 31);
/** How long a kill waits for its moment, in milliseconds: what it waits for may have been sent already. */
const PATIENCE = 5_000;
/** From the last kill until everything is where it belongs, in milliseconds. */
const DRAINED = 30_000;
/** What both conversations begin with. */
const GREETING = "Hello";
/** The words of a message in a conversation. */
const OWN = "[data-id] > p:first-child";

export const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A person who writes to two others from a device whose line can be held. */
export class Writer {
  readonly dice = new Dice(SEED);
  readonly context: BrowserContext;
  readonly peers: readonly Person[];
  /** What was typed, in order, by receiver; no words twice. */
  readonly typed = new Map<string, string[]>();
  /** What was on the screen as the person's own message. */
  readonly kept = new Set<string>();
  readonly line: HeldLine;
  /** Kills in the middle of an exchange. */
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
    // Whoever was written to before has a conversation that opens by its address.
    for (const { id } of peers) await post(page.request, "/api/messages", { receiverId: id, content: GREETING });
    await openSignedIn(page);
    await page.close();
    return writer;
  }

  /** Notes every own message the moment it is on a screen. */
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

  /** Opens the app in a conversation, from what the device has. */
  async open(peer: Person): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`/messages?with=${peer.id}`);
    await expect(page.getByRole("textbox", { name: `Message to ${peer.name}` })).toBeVisible();
    return page;
  }

  /**
   * Types and sends `count` messages, and tells of each that was entered; ends early when the page dies under the fingers.
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
   * Resolves a moment after an exchange is held, or when none comes any more because the browser had sent everything; `urge` is
   * called every second until then, and wakes the worker.
   */
  async held(moment: Moment, urge?: () => Promise<void>): Promise<Held | null> {
    const caught = this.line.catchNext(moment, urge ? "worker" : "anybody");
    let held: Held | null = null;
    for (let waited = 0; !held && waited < PATIENCE; waited += 1_000) {
      if (waited > 0) await urge?.();
      held = await Promise.race([caught, rest(1_000).then(() => null)]);
    }
    this.line.stopCatching();
    await rest(this.dice.below(300));
    return held;
  }

  /** What was held when the kill came goes on late, behind whatever is sent since; one of four never does. */
  async afterKill(held: Held | null): Promise<void> {
    if (!held) return;
    await expect.poll(held.isOrphan, { message: "whoever asked lives on" }).toBe(true);
    this.midway += 1;
    // The first of them, and every other of those that the server had not heard.
    if (this.midway % 4 !== 1) void rest(this.dice.below(2_000)).then(held.letGo);
  }

  /** Own messages to somebody as the server has them, oldest first. */
  private async stored({ id }: Person): Promise<string[]> {
    const answer = await this.context.request.get(`/api/messages/${this.me.id}/${id}`);
    const messages = (await answer.json()) as { content: string }[];
    return messages.map(({ content }) => content);
  }

  /** Waits until everything kept is on the server, with `urge` again and again; returns the seconds that took. */
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

  /** Nothing lost, doubled or out of order, on the server and on the screen; and the app goes on. */
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
      // A long conversation is drawn from its end.
      const shown = await log.locator(OWN).allTextContents();
      expect(shown).toEqual(stored.slice(-shown.length).map((words) => `You: ${words}`));
      await page.close();
    }
    const seconds = ((performance.now() - this.began) / 1000).toFixed(1);
    console.warn(
      `${what}: ${KILLS} kills, ${this.midway} in the middle of an exchange, ${this.kept.size} messages, ` +
        `drained in ${drained} s, ${seconds} s in all, seed ${SEED}`,
    );
    // Otherwise the kills struck nothing.
    expect(this.midway).toBeGreaterThan(KILLS / 4);
    expect(this.kept.size).toBeGreaterThan(KILLS / 2);
  }

  async end(): Promise<void> {
    await this.context.close();
    await this.line.close();
  }
}

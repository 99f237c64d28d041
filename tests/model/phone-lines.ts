// The live lines of a model device's tabs: frames get lost, doubled and late.
import type { Tab, World } from "./world.ts";

type Line = { cursor: string | null; isPlanned: boolean };

export class PhoneLines {
  private readonly lines = new Map<Tab, Line>();
  private readonly world: World;
  private readonly phone: { isOnline(): boolean; session(): string | null };

  constructor(world: World, phone: PhoneLines["phone"]) {
    this.world = world;
    this.phone = phone;
  }

  add(tab: Tab): void {
    this.lines.set(tab, { cursor: null, isPlanned: false });
  }

  remove(tab: Tab): void {
    this.lines.delete(tab);
  }

  /** Sends a tab's cursor. */
  async hello(tab: Tab): Promise<void> {
    if (!this.lines.has(tab)) return;
    const { cursor } = await tab.engine.cursor();
    const { sim, conditions } = this.world;
    if (sim.dice.chance(conditions.loss)) return;
    sim.after(1 + sim.dice.below(100), () => {
      const line = this.lines.get(tab);
      if (!line || !this.phone.isOnline()) return;
      line.cursor = cursor;
      this.plan(tab);
    });
  }

  /** The server has changes for these users. */
  poke(users: ReadonlySet<string>): void {
    for (const [tab] of this.lines) if (users.has(tab.user)) this.plan(tab);
  }

  private plan(tab: Tab): void {
    const line = this.lines.get(tab);
    if (!line || line.isPlanned) return;
    line.isPlanned = true;
    this.world.sim.after(1 + this.world.sim.dice.below(250), () => {
      line.isPlanned = false;
      this.push(tab, line);
    });
  }

  private push(tab: Tab, line: Line): void {
    const { sim, server, conditions } = this.world;
    const cookie = this.phone.session();
    const session = cookie === null ? undefined : server.sessions.get(cookie);
    if (!this.phone.isOnline() || !tab.isAlive || session?.user !== tab.user || session.isRevoked) return;
    const news = server.news(tab.user, line.cursor);
    if (news === null) return;
    const deliver = () => {
      if (!tab.isAlive || !this.phone.isOnline()) return;
      if (news === "behind") void tab.engine.trigger("behind");
      else void tab.engine.receive(structuredClone(news));
    };
    if (news !== "behind") line.cursor = news.to;
    if (sim.dice.chance(conditions.loss)) return;
    sim.after(1 + sim.dice.below(conditions.longestDelayMs), deliver);
    if (sim.dice.chance(conditions.doubles)) sim.after(1 + sim.dice.below(5000), deliver);
  }
}

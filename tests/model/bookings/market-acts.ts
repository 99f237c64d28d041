// What users of a history do, chosen from what their device shows; some act on what has changed long ago.
import { priceOf } from "../../../shared/kit/money.ts";
import { instantsAt, zonedMinute } from "../../../shared/kit/zoned-days.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import type { Block, StoredPlan } from "../../../shared/domain/availability.ts";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { bookingStatuses, mayPropose, nextSteps, proposalAnswersOf } from "../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { instantModes, planDefaults } from "../../../shared/domain/hours/availability-rules.ts";
import type { Dice } from "../simulation.ts";
import type { Market } from "./market.ts";
import type { MarketDevice } from "./market-device.ts";

/** Chance of a step that the screen does not offer, as from a tab that was left open. */
const STALE = 0.15;

const pilotActs = { request: 8, edit: 2, cancel: 1, propose: 3, answer: 4, decide: 1 };
const ownerActs = { step: 12, cancel: 1, propose: 3, answer: 3, block: 2, unblock: 1, plan: 2, rate: 1, decide: 1 };

function pickWeighted(weights: Record<string, number>, dice: Dice): string {
  let left = dice.below(Object.values(weights).reduce((sum, weight) => sum + weight, 0));
  for (const [kind, weight] of Object.entries(weights)) {
    if (left < weight) return kind;
    left -= weight;
  }
  return "";
}

class Turn {
  private readonly market: Market;
  private readonly device: MarketDevice;
  private readonly dice: Dice;

  constructor(market: Market, device: MarketDevice, dice: Dice) {
    this.market = market;
    this.device = device;
    this.dice = dice;
  }

  private get me(): string {
    return this.device.person.id;
  }

  private get isOwner(): boolean {
    return this.me === this.market.plane.ownerId;
  }

  async run(): Promise<void> {
    const kind = pickWeighted(this.isOwner ? ownerActs : pilotActs, this.dice);
    if (kind === "request") await this.request();
    else if (kind === "edit") await this.edit();
    else if (kind === "step") await this.step(this.dice.chance(0.8) ? "accepted" : "declined");
    else if (kind === "cancel") await this.step("cancelled");
    else if (kind === "propose") await this.propose();
    else if (kind === "answer") await this.answer();
    else if (kind === "block") await this.block();
    else if (kind === "unblock") await this.unblock();
    else if (kind === "plan") await this.editPlan();
    else if (kind === "rate") await this.editRate();
    else await this.decide();
  }

  /** Hours of the next two days; few choices, so that they meet. Some lie in the past or off the half hour. */
  private wanted(): { startDate: string; hours: number } {
    const { dice, market } = this;
    const zone = zoneOf(market.plane);
    const today = zonedMinute(market.sim.now, zone).day;
    const minute = 480 + 60 * dice.below(6) + (dice.chance(0.2) ? 30 : 0) + (dice.chance(0.03) ? 10 : 0);
    const day = today + (dice.chance(0.1) ? 0 : dice.chance(0.2) ? 2 : 1);
    const start = instantsAt(day, minute, zone).first;
    return { startDate: new Date(start).toISOString(), hours: 2 + dice.below(4) };
  }

  private async cents(hours: number): Promise<number> {
    const plane = (await this.device.engine.row("aircraft", this.market.plane.id)) as Aircraft | undefined;
    return priceOf(plane?.hourlyRate ?? 150, hours).totalCents;
  }

  private async bookings(): Promise<Booking[]> {
    return (await this.device.engine.rows("bookings")) as unknown as Booking[];
  }

  private async aBooking(fits: (booking: Booking, now: Date) => boolean): Promise<Booking | undefined> {
    const now = await this.device.now();
    const isStale = this.dice.chance(STALE);
    const all = (await this.bookings()).sort((one, other) => (one.id < other.id ? -1 : 1));
    return this.dice.pick(all.filter((booking) => isStale || fits(booking, now)));
  }

  private peerOf({ pilotId, ownerId }: Booking): string {
    return this.me === pilotId ? ownerId : pilotId;
  }

  private async request(): Promise<void> {
    const { market, device } = this;
    const wanted = this.wanted();
    const [id, messageId] = [market.newId(market.sim.now), market.newId(market.sim.now)];
    const quotedTotalCents = await this.cents(wanted.hours);
    const { id: aircraftId, ownerId } = market.plane;
    const content = `Booking request ${id}`;
    await device.queue("bookings.request", {
      id,
      messageId,
      aircraftId,
      ownerId,
      ...wanted,
      quotedTotalCents,
      content,
    });
  }

  private async edit(): Promise<void> {
    const booking = await this.aBooking(({ status }) => status === "requested");
    if (!booking) return;
    const wanted = this.wanted();
    const hours = this.dice.chance(0.3) ? booking.hours : wanted.hours;
    const quotedTotalCents = await this.cents(hours);
    const input = { id: booking.id, peerId: this.peerOf(booking), ...wanted, hours, quotedTotalCents };
    await this.device.queue("bookings.edit", input);
  }

  private async step(to: "accepted" | "declined" | "cancelled"): Promise<void> {
    const booking = await this.aBooking((one, now) => nextSteps(one, this.me, now).includes(to));
    if (!booking) return;
    const { id, startDate, hours } = booking;
    const status = this.dice.chance(0.03) ? this.dice.pick(bookingStatuses)! : to;
    await this.device.queue("bookings.setStatus", {
      id,
      status,
      peerId: this.peerOf(booking),
      ...(status === "accepted" && { seen: { startDate, hours } }),
      ...(status === "cancelled" && { reason: "weather" }),
    });
  }

  private async propose(): Promise<void> {
    const booking = await this.aBooking((one, now) => mayPropose(one, this.me, now));
    if (!booking) return;
    const id = this.market.newId(this.market.sim.now);
    const input = { id, bookingId: booking.id, peerId: this.peerOf(booking), ...this.wanted() };
    await this.device.queue("bookings.propose", input);
  }

  private async answer(): Promise<void> {
    const now = await this.device.now();
    const booking = await this.aBooking((one) => proposalAnswersOf(one, this.me, now).length > 0);
    if (!booking?.proposal) return;
    const { id, startDate, hours } = booking.proposal;
    const answers = proposalAnswersOf(booking, this.me, now);
    const answer = this.dice.chance(0.6) && answers.includes("accept") ? "accept" : this.dice.pick(answers);
    if (!answer) return;
    const input = { bookingId: booking.id, id, answer, peerId: this.peerOf(booking), startDate, hours };
    await this.device.queue("bookings.answerProposal", input);
  }

  private async block(): Promise<void> {
    const { startDate: from, hours } = this.wanted();
    const to = new Date(Date.parse(from) + hours * 3_600_000).toISOString();
    const input = { aircraftId: this.market.plane.id, from, to, reason: "maintenance" };
    await this.device.queue("availability.block", { id: this.market.newId(this.market.sim.now), ...input });
  }

  private async unblock(): Promise<void> {
    const blocks = (await this.device.engine.rows("blocks")) as unknown as Block[];
    const block = this.dice.pick(blocks.sort((one, other) => (one.id < other.id ? -1 : 1)));
    if (block) await this.device.queue("availability.unblock", { id: block.id, aircraftId: block.aircraftId });
  }

  private async editPlan(): Promise<void> {
    const { dice } = this;
    const { id } = this.market.plane;
    const shown = ((await this.device.engine.row("plans", id)) ?? { ...planDefaults, rev: 0 }) as StoredPlan;
    const change = dice.pick<Partial<StoredPlan>>([
      { bufferMin: 30 * dice.below(4) },
      { instant: dice.pick(instantModes)! },
      { noticeHours: dice.below(4) },
    ])!;
    const values = Object.fromEntries(Object.keys(change).map((field) => [field, shown[field as keyof StoredPlan]]));
    await this.device.queue("availability.edit", { id, ...change }, { base: { rev: shown.rev, values } });
  }

  private async editRate(): Promise<void> {
    const { id } = this.market.plane;
    const plane = (await this.device.engine.row("aircraft", id)) as Aircraft | undefined;
    if (!plane) return;
    const base = { rev: plane.rev, values: { hourlyRate: plane.hourlyRate } };
    await this.device.queue("aircraft.update", { id, hourlyRate: 100 + this.dice.below(5) }, { base });
  }

  /** The user discards a refused command or tries it again. */
  private async decide(): Promise<void> {
    const { engine, name: device } = this.device;
    const { record } = this.market;
    const entry = this.dice.pick((await engine.outbox()).filter(({ state }) => state === "attention"));
    if (!entry) return;
    record.forgiven.add(entry.id);
    if (this.dice.chance(0.5)) return await engine.discard(entry.id);
    const before = new Map((await engine.outbox()).map((one) => [one.id, one]));
    const id = await engine.retry(entry.id);
    const carried = (await engine.outbox()).filter((one) => one.id === id || !before.has(one.id));
    for (const one of carried) record.queued(one.id, device, one.name, one.input);
  }
}

export function act(market: Market, device: MarketDevice, dice: Dice): Promise<void> {
  return new Turn(market, device, dice).run();
}

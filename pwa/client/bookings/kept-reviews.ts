// Keeps the reviews of flights on this device: their texts can be read after a reload without a network.
import type { Review } from "../../../shared/domain/reviews.ts";
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

/** Most flights with kept reviews: local storage is small. */
const MOST_FLIGHTS = 40;

type Kept = { at: number; reviews: readonly Review[] };

/** Sign-out removes every key that contains the user id. */
const startOf = (userId: string) => `reviews:${userId}:`;

const isReview = (value: unknown) => isObject(value) && typeof value["comment"] === "string" && "visibleAt" in value;
const isKept = (value: unknown): value is Kept =>
  isObject(value) &&
  typeof value["at"] === "number" &&
  Array.isArray(value["reviews"]) &&
  value["reviews"].every(isReview);

/** The reviews of a flight as this device last read them. */
export function keptReviews(userId: string, bookingId: string): readonly Review[] {
  return deviceStorage.json(startOf(userId) + bookingId, isKept)?.reviews ?? [];
}

export function keepReviews(userId: string, bookingId: string, reviews: readonly Review[]): void {
  const start = startOf(userId);
  deviceStorage.setJson(start + bookingId, reviews.length > 0 ? { at: Date.now(), reviews } : null);
  const age = (key: string) => deviceStorage.json(key, isKept)?.at ?? 0;
  const kept = deviceStorage.keys().filter((key) => key.startsWith(start));
  if (kept.length <= MOST_FLIGHTS) return;
  const oldest = kept.toSorted((one, other) => age(one) - age(other)).slice(0, kept.length - MOST_FLIGHTS);
  for (const key of oldest) deviceStorage.setText(key, null);
}

type Written = Pick<Review, "id" | "targetType" | "targetId" | "rating" | "comment"> & { bookingId: string };

/** Keeps a review that this user has just written: it may be sent while no screen shows its flight. */
export function keepWrittenReview(userId: string, written: Written): void {
  const { bookingId, targetType, targetId } = written;
  const others = keptReviews(userId, bookingId).filter((one) => one.userId !== userId || one.targetId !== targetId);
  const hidden = { visibleAt: null, reply: null, repliedAt: null, createdAt: new Date().toISOString() };
  const review = { ...written, ...hidden, userId, aircraftId: targetType === "aircraft" ? targetId : null };
  keepReviews(userId, bookingId, [...others, review]);
}

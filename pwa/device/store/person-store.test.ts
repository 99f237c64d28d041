import { expect, it } from "vitest";
import { entityIndexes, STORE_VERSION } from "../person/mirrors.ts";

const shapeOf = (mirrors: Iterable<readonly [name: string, indexes: readonly string[]]>) =>
  [...mirrors].map(([name, indexes]) => [name, ...indexes].join(" ")).sort();

const first = ["aircraft ownerId", "bookings aircraftId pilotId ownerId", "favorites", "me"];
const messages = ["messages senderId receiverId", "people"];

const third = [...first, "blocks aircraftId", ...messages, "plans", "searches"].sort();
const fifth = [...third, "blockedPeople", "hiddenOwners"].sort();
const sixth = [...fifth, "reports targetId"].sort();

it("the store has every mirrored entity and index; another one is a new version, since devices have the earlier ones", () => {
  const versions = [[...first, ...messages], [...first, ...messages, "searches"], third, third, fifth, sixth];
  expect(STORE_VERSION).toBe(versions.length);
  expect(shapeOf(entityIndexes)).toEqual(versions.at(-1));
});

import { expect, it } from "vitest";
import { entityIndexes, mirrorVersions } from "../person/mirrors.ts";

const shapeOf = (mirrors: Iterable<readonly [name: string, indexes: readonly string[]]>) =>
  [...mirrors].map(([name, indexes]) => [name, ...indexes].join(" ")).sort();

const first = ["aircraft ownerId", "bookings aircraftId pilotId ownerId", "favorites", "me"];
const messages = ["messages senderId receiverId", "people"];

const third = [...first, "blocks aircraftId", ...messages, "plans", "searches"].sort();
const fifth = [...third, "blockedPeople", "hiddenOwners"].sort();
const sixth = [...fifth, "reports targetId"].sort();

it("a version of the store never changes: devices have it; another entity or index is a new version", () => {
  const versions = mirrorVersions.map((mirrors) =>
    shapeOf(Object.entries(mirrors).map(([name, { indexes }]) => [name, indexes])),
  );
  expect(versions).toEqual([[...first, ...messages], [...first, ...messages, "searches"], third, third, fifth, sixth]);
});

it("the newest version of the store has every mirrored entity and index", () => {
  expect(Object.entries(mirrorVersions.at(-1)!).map(([name, { indexes }]) => [name, indexes])).toEqual([
    ...entityIndexes,
  ]);
});

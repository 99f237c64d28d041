import { expect, it } from "vitest";
import { aCard } from "../../testing/scripted-catalogue.ts";
import { joinPacks } from "./join-packs.ts";
import { packCards, Places } from "./pack.ts";

const airport = (zone: string) => ({ id: "KDEN", name: "Denver", latitude: 39.9, longitude: -104.7, zone });
const cards = Array.from({ length: 60 }, (_, n) =>
  aCard(n, {
    location: ["Denver CO", "Austin TX", "São Paulo — 高"][n % 3]!,
    hourlyRate: 100 + n,
    ...(n % 4 === 0 && { closedDays: 1 + (n % 100) }),
    ...(n % 5 === 0 && { fullDays: [20_000 + n, 20_003 + n] }),
    ...(n % 6 === 0 && { airport: airport(["America/Denver", "America/Chicago"][n % 4 === 0 ? 0 : 1]!) }),
  }),
);

it("[S1338] a pack joined from parts of packs is the one that its cards alone would make", () => {
  const places = new Places();
  const [one, other] = [packCards(0, cards.slice(0, 30), places), packCards(1, cards.slice(30), places)];
  const wanted = [7, 8, 9, 12, 29, 30, 31, 59, 0];
  const parts = [
    { pack: one, from: 7, to: 10 },
    { pack: one, from: 11, to: 11 },
    { pack: one, from: 12, to: 13 },
    { pack: one, from: 29, to: 30 },
    { pack: other, from: 0, to: 2 },
    { pack: other, from: 29, to: 30 },
    { pack: one, from: 0, to: 1 },
  ];
  expect(joinPacks(4, parts)).toEqual(
    packCards(
      4,
      wanted.map((n) => cards[n]!),
      places,
    ),
  );
});

import { describe, expect, it } from "vitest";
import { minimaKeys } from "./requirements-rules.ts";
import { compare, verdictsOf } from "./eligibility.ts";
import type { Requirements } from "./requirements.ts";
import type { Wallet } from "./wallet.ts";

const asked: Requirements = {
  ...{ certificate: "private", ratings: ["instrument"], totalHours: 250, typeHours: 10, typeName: "SR22" },
  ...{ landings: 3, reviewMonths: 24, medical: "third", insuranceHull: 50_000 },
};

const wallet: Wallet = {
  certificate: { level: "private", classes: "ASEL", number: "3921748" },
  ratings: { ratings: ["high-performance", "tailwheel"] },
  medical: { class: "third", until: "2028-05-31" },
  review: { on: "2026-03-14" },
  hours: {
    ...{ total: 2_104, pic: 1_480, recent: 92, landings: 11, countedOn: "2026-11-20" },
    types: [
      { type: "C172", hours: 1_594 },
      { type: "SR22", hours: 27 },
    ],
  },
};

const keys = minimaKeys(asked);
const FLIGHT = "2026-12-05";
const outcome = (stated: Requirements, has: Wallet, day = FLIGHT) =>
  compare(stated, has, day).map((line) => [line.verdict, line.has]);

describe("eligibility", () => {
  it("[S683] compares each minimum with the wallet, and says what it has", () => {
    expect(compare(asked, wallet, FLIGHT).map(({ asks, has, verdict }) => [asks, has, verdict])).toEqual([
      ["Private pilot certificate", "Private, ASEL", "ok"],
      ["Instrument rating", "None", "missing"],
      ["250 hours total", "210.4 hours", "low"],
      ["10 hours in SR22", "2.7 hours", "low"],
      ["3 landings in 90 days", "11 landings", "ok"],
      ["Flight review, 24 months", "Mar 2026", "ok"],
      ["Third class medical", "Third class, to May 2028", "ok"],
      ["Renter insurance, $50,000 hull", "None", "missing"],
    ]);
  });

  it("[S684] sends the outcomes alone, and no figure of the wallet", () => {
    const sent = verdictsOf(keys, wallet, FLIGHT);
    expect(sent).toEqual({
      "certificate:private": "ok",
      "rating:instrument": "missing",
      "totalHours:250": "low",
      "typeHours:SR22:10": "low",
      "landings:3": "ok",
      "review:24": "ok",
      "medical:third": "ok",
      "insurance:50000": "missing",
    });
    expect(JSON.stringify(sent)).not.toMatch(/3921748|210|2104|27|ASEL|2028/);
  });

  it("counts everything of an empty wallet as missing, and compares nothing where nothing is asked", () => {
    expect(new Set(Object.values(verdictsOf(keys, {}, FLIGHT)))).toEqual(new Set(["missing"]));
    expect([compare(null, wallet, FLIGHT), compare({}, wallet, FLIGHT)]).toEqual([[], []]);
  });

  it.each([
    ["the last day of a medical counts", { medical: "third" }, "2028-05-31", "ok"],
    ["a medical that has ended is missing", { medical: "third" }, "2028-06-01", "missing"],
    ["a medical below the class asked is low", { medical: "first" }, FLIGHT, "low"],
    ["any medical is enough for BasicMed", { medical: "basicmed" }, FLIGHT, "ok"],
    ["a review counts until the end of its 24th month", { reviewMonths: 24 }, "2028-03-31", "ok"],
    ["a review that has ended is missing", { reviewMonths: 24 }, "2028-04-01", "missing"],
    ["a review older than asked is low", { reviewMonths: 12 }, "2027-04-01", "low"],
    ["a review on the last day of its 12th month is enough", { reviewMonths: 12 }, "2027-03-31", "ok"],
    ["a review that is still ahead is missing", { reviewMonths: 24 }, "2026-03-13", "missing"],
    ["landings counted 90 days before the flight are enough", { landings: 11 }, "2027-02-18", "ok"],
    ["landings counted 91 days before the flight are low", { landings: 1 }, "2027-02-19", "low"],
    ["one landing too few is low", { landings: 12 }, FLIGHT, "low"],
    ["exactly the hours asked are enough", { totalHours: 210 }, FLIGHT, "ok"],
    ["a tenth of an hour too few is low", { totalHours: 211 }, FLIGHT, "low"],
    ["a type is found without its hyphen", { typeHours: 2, typeName: "SR-22" }, FLIGHT, "ok"],
    ["a type without hours is missing", { typeHours: 1, typeName: "PA28R" }, FLIGHT, "missing"],
    ["a higher certificate is enough", { certificate: "sport" }, FLIGHT, "ok"],
    ["a lower certificate is low", { certificate: "commercial" }, FLIGHT, "low"],
  ] as const)("%s", (_, stated, day, verdict) => {
    expect(compare(stated, wallet, day).map((line) => line.verdict)).toEqual([verdict]);
  });

  it("compares insurance by hull and by its last day", () => {
    const insured = (hull: number): Wallet => ({ insurance: { hull, until: "2026-12-05" } });
    expect(outcome({ insuranceHull: 50_000 }, insured(50_000))).toEqual([["ok", "$50,000, to Dec 2026"]]);
    expect(outcome({ insuranceHull: 50_000 }, insured(49_999))).toEqual([["low", "$49,999, to Dec 2026"]]);
    expect(outcome({ insuranceHull: 0 }, insured(0))).toEqual([["ok", "Liability, to Dec 2026"]]);
    expect(outcome({ insuranceHull: 0 }, insured(0), "2026-12-06")).toEqual([["missing", "Ended Dec 5, 2026"]]);
  });
});

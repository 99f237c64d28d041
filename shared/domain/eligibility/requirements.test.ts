import { describe, expect, it } from "vitest";
import { requirements } from "./requirements.ts";
import { minimaOf, requirementsText } from "./requirements-rules.ts";

const asks = (stated: Parameters<typeof minimaOf>[0]) => minimaOf(stated).map((minimum) => minimum.asks);

describe("requirements", () => {
  it("[S680] say each minimum in the field's words, in one order", () => {
    expect(
      asks({
        ...{ insuranceHull: 50_000, medical: "third", reviewMonths: 24, landings: 3, typeHours: 10, typeName: "SR22" },
        ...{ totalHours: 1_250, ratings: ["tailwheel", "instrument"], certificate: "private" },
      }),
    ).toEqual([
      "Private pilot certificate",
      "Instrument rating",
      "Tailwheel endorsement",
      "1,250 hours total",
      "10 hours in SR22",
      "3 landings in 90 days",
      "Flight review, 24 months",
      "Third class medical",
      "Renter insurance, $50,000 hull",
    ]);
    expect(asks({ medical: "basicmed", insuranceHull: 0, landings: 1, totalHours: 1 })).toEqual([
      ...["1 hour total", "1 landing in 90 days", "BasicMed or a medical", "Renter insurance"],
    ]);
    expect([asks(null), asks(undefined), asks({}), requirementsText({})]).toEqual([[], [], [], "None"]);
  });

  it("have another key when they ask another value", () => {
    const keys = (totalHours: number) => minimaOf({ totalHours, certificate: "private" }).map(({ key }) => key);
    expect([keys(250), keys(500)]).toEqual([
      ["certificate:private", "totalHours:250"],
      ["certificate:private", "totalHours:500"],
    ]);
  });

  it("name the type in upper case", () => {
    expect(requirements.parse({ typeHours: 10, typeName: " sr22 " })).toEqual({ typeHours: 10, typeName: "SR22" });
  });

  it.each([
    [{ typeHours: 10 }, ["typeName"], "Enter the type, such as C172"],
    [{ typeHours: 10, typeName: "Skyhawk SP" }, ["typeName"], "Enter a type such as C172"],
    [{ totalHours: 0 }, ["totalHours"], "At least 1 hour"],
    [{ totalHours: 2.5 }, ["totalHours"], "Enter a whole number"],
    [{ landings: 101 }, ["landings"], "At most 100 landings"],
    [{ insuranceHull: -1 }, ["insuranceHull"], "Enter a whole number of dollars"],
  ])("refuse %j", (stated, path, message) => {
    expect(requirements.safeParse(stated).error?.issues).toEqual([expect.objectContaining({ path, message })]);
  });
});

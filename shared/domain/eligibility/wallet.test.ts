import { describe, expect, it } from "vitest";
import { papers, wallet } from "./wallet.ts";
import { endOfMonthAfter, paperState, paperText } from "./wallet-rules.ts";

const TODAY = "2026-11-23";
const state = (until: string) => paperState("medical", { medical: { class: "third", until } }, TODAY);

describe("a wallet", () => {
  it("[S685] says in one line what each paper has", () => {
    const full = {
      certificate: { level: "private", classes: "ASEL", number: "3921748" },
      ratings: { ratings: ["high-performance", "tailwheel"] },
      medical: { class: "third", until: "2028-05-31" },
      review: { on: "2026-03-14" },
      insurance: { insurer: "Avemco", hull: 50_000, until: "2027-01-31" },
      hours: { total: 2_104, types: [], countedOn: "2026-11-20" },
    } as const;
    const stored = wallet.parse(full);
    expect(
      (["certificate", "ratings", "medical", "review", "insurance", "hours"] as const).map((name) =>
        paperText(name, stored),
      ),
    ).toEqual([
      "Private, ASEL, no. 3921748",
      "High performance endorsement, Tailwheel endorsement",
      "Third class, to May 31, 2028",
      "Mar 14, 2026",
      "Avemco, $50,000 hull, to Jan 31, 2027",
      "210.4 hours total",
    ]);
    expect(paperText("medical", {})).toBeNull();
  });

  it("says 60 days ahead that a paper ends, and then that it has ended", () => {
    expect(["2026-11-22", "2026-11-23", "2027-01-21", "2027-01-22"].map(state)).toEqual([
      { tone: "missing", words: "Ended Nov 22, 2026" },
      { tone: "low", words: "Ends Nov 23, 2026" },
      { tone: "low", words: "Ends Jan 21, 2027" },
      { tone: "ok", words: "In force" },
    ]);
    expect(paperState("review", { review: { on: "2026-03-14" } }, TODAY)).toEqual({ tone: "ok", words: "To Mar 2028" });
    expect(paperState("insurance", {}, TODAY)).toEqual({ tone: "missing", words: "Not added" });
  });

  it.each([
    ["2026-03-14", 24, "2028-03-31"],
    ["2026-02-28", 24, "2028-02-29"],
    ["2026-12-31", 12, "2027-12-31"],
    ["2024-01-31", 1, "2024-02-29"],
  ])("%s and %i months end with the month, on %s", (day, months, end) => {
    expect(endOfMonthAfter(day, months)).toBe(end);
  });

  it.each([
    ["medical", { class: "third", until: "2028-02-30" }, "Choose a day as YYYY-MM-DD"],
    ["medical", { class: "third", until: "2208-05-31" }, "Choose a day from 1940 to 2100"],
    ["medical", { class: "fourth", until: "2028-05-31" }, "Choose a class"],
    ["ratings", { ratings: [] }, "Choose at least one"],
    ["hours", { total: 210.4, types: [], countedOn: TODAY }, "Enter hours such as 210.4"],
    ["hours", { total: 500_001, types: [], countedOn: TODAY }, "At most 50,000 hours"],
    ["hours", { total: 1, types: [{ type: "Cessna 172", hours: 1 }], countedOn: TODAY }, "Enter a type such as C172"],
  ] as const)("refuses %s %j", (name, value, message) => {
    expect(papers[name].safeParse(value).error?.issues[0]?.message).toBe(message);
  });
});

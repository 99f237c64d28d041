// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { ReviewList } from "./review-list.tsx";

afterEach(cleanup);

const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const review = (userName: string, rating: number, date: string, comment: string) => ({
  ...{ id: newId(), userAvatar: null, userName, rating, date, comment },
});

describe("the reviews", () => {
  it("[S083] shows author, comment, date and stars", () => {
    const reviews = [
      review("Priya Nair", 5, daysAgo(1), "Flies as it looks."),
      review("Tom Askew", 3, daysAgo(14), "Fine."),
    ];
    render(<ReviewList reviews={reviews} asOf={now.toISOString()} ownerName="Marisol Vega" />);
    const [first, second] = screen.getAllByRole("listitem").map((item) => within(item));
    expect(first?.getByText("Priya Nair")).toBeTruthy();
    expect(first?.getByText("PN")).toBeTruthy();
    expect(first?.getByText("Yesterday")).toBeTruthy();
    expect(first?.getByText("Flies as it looks.")).toBeTruthy();
    expect(first?.getByRole("img", { name: /^5 / })).toBeTruthy();
    expect(second?.getByRole("img", { name: /^3 / })).toBeTruthy();
    expect(second?.getByText("2 weeks ago")).toBeTruthy();
  });

  it("shows the owner's reply, and offers the owner one for each other review", () => {
    const replied = review("Priya Nair", 5, daysAgo(1), "Flies as it looks.");
    const reviews = [
      { ...replied, reply: { content: "Thank you.", date: daysAgo(0) } },
      review("Tom Askew", 3, daysAgo(14), "Fine."),
    ];
    const props = { reviews, asOf: now.toISOString(), ownerName: "Marisol Vega" };
    const { rerender } = render(<ReviewList {...props} />);
    expect(screen.getByText("Marisol Vega replied").parentElement?.textContent).toContain("Today");
    expect(screen.getByText("Thank you.")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
    rerender(<ReviewList {...props} onReplied={() => Promise.resolve()} />);
    expect(screen.getAllByRole("button")).toEqual([screen.getByRole("button", { name: "Reply once to Tom Askew" })]);
  });

  it("[S642] leads the focus from the form to the button after Cancel, and to the reply once it is there", () => {
    const one = review("Tom Askew", 3, daysAgo(14), "Fine.");
    const props = { asOf: now.toISOString(), ownerName: "Marisol Vega", onReplied: () => Promise.resolve() };
    const { rerender } = render(<ReviewList {...props} reviews={[one]} />);
    const button = () => screen.getByRole("button", { name: "Reply once to Tom Askew" });
    fireEvent.click(button());
    const cancel = screen.getByRole("button", { name: "Cancel" });
    cancel.focus();
    fireEvent.click(cancel);
    expect(document.activeElement).toBe(button());
    fireEvent.click(button());
    screen.getByRole("button", { name: "Send reply" }).focus();
    rerender(<ReviewList {...props} reviews={[{ ...one, reply: { content: "Thank you.", date: daysAgo(0) } }]} />);
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "Marisol Vega replied" }));
  });

  it("does not take the focus from another control", () => {
    const one = review("Tom Askew", 3, daysAgo(14), "Fine.");
    const props = { asOf: now.toISOString(), ownerName: "Marisol Vega", onReplied: () => Promise.resolve() };
    const other = review("Priya Nair", 5, daysAgo(1), "Flies as it looks.");
    const { rerender } = render(<ReviewList {...props} reviews={[one, other]} />);
    fireEvent.click(screen.getByRole("button", { name: "Reply once to Tom Askew" }));
    const elsewhere = screen.getByRole("button", { name: "Reply once to Priya Nair" });
    elsewhere.focus();
    const reply = { content: "Thank you.", date: daysAgo(0) };
    rerender(<ReviewList {...props} reviews={[{ ...one, reply }, other]} />);
    expect(document.activeElement).toBe(elsewhere);
  });

  it("says No reviews yet", () => {
    render(<ReviewList reviews={[]} asOf={now.toISOString()} ownerName="Marisol Vega" />);
    expect(screen.getByText("No reviews yet")).toBeTruthy();
  });
});

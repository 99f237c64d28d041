// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useDialogs } from "../../client/shell/dialogs.ts";
import { anOwner } from "../../testing/screen.tsx";
import { OwnerCard } from "./owner-card.tsx";

const inRouter = { wrapper: MemoryRouter };

afterEach(cleanup);

describe("the owner's card", () => {
  it("[S080] shows the owner", () => {
    const { container } = render(
      <OwnerCard owner={anOwner({ responseTime: "About 2 hours" })} onContact={null} />,
      inRouter,
    );
    expect(screen.getByRole("heading", { name: "Marisol Vega" })).toBeTruthy();
    expect(screen.getByText("MV")).toBeTruthy();
    for (const words of ["Verified", "4.8", "12", "Member since 2019", "Two aircraft, both flown weekly."]) {
      expect(container.textContent).toContain(words);
    }
    expect(screen.getByText("About 2 hours")).toBeTruthy();
  });

  it("[S081] says N/A when the response time is unknown", () => {
    render(<OwnerCard owner={anOwner()} onContact={null} />, inRouter);
    expect(screen.getByText("N/A").parentElement?.textContent).toBe("Response time N/A");
  });

  it("[S332] shows the measured reply time in place of the owner's own text", () => {
    const responseTime = "About 2 hours";
    const show = (replyMinutes: number, replyRate: number) => {
      render(<OwnerCard owner={anOwner({ responseTime, replyMinutes, replyRate })} onContact={null} />, inRouter);
      const shown = screen.getByText(/^usually/).parentElement?.textContent;
      cleanup();
      return shown;
    };
    expect(show(41, 0.95)).toBe("Response time usually within 1 hour, answers 95 %");
    expect([show(0, 1), show(60, 1), show(61, 0.9), show(1_380, 0.5), show(1_381, 0.67), show(1_441, 1)]).toEqual(
      ["1 hour, answers 100 %", "1 hour, answers 100 %", "2 hours, answers 90 %"]
        .concat(["23 hours, answers 50 %", "1 day, answers 67 %", "2 days, answers 100 %"])
        .map((words) => `Response time usually within ${words}`),
    );
  });

  it("[S530] links to the owner's other aircraft, if there are any", () => {
    const fleetOf = (aircraftCount?: number) => {
      render(<OwnerCard owner={{ ...anOwner({ id: "m" }), aircraftCount }} onContact={null} />, inRouter);
      const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
      cleanup();
      return links.slice(1);
    };
    expect(fleetOf(4)).toEqual([["4 aircraft of Marisol Vega", "/profile/m"]]);
    expect([fleetOf(1), fleetOf(0), fleetOf()]).toEqual([[], [], []]);
  });

  it("keeps the owner's text in a copy that an older version stored", () => {
    const { replyMinutes: _, replyRate: __, ...stored } = anOwner({ responseTime: "About 2 hours" });
    render(<OwnerCard owner={stored as ReturnType<typeof anOwner>} onContact={null} />, inRouter);
    expect(screen.getByText("About 2 hours")).toBeTruthy();
  });

  it("[S082] offers to contact the owner when possible", () => {
    const onContact = vi.fn();
    const { rerender } = render(<OwnerCard owner={anOwner()} onContact={onContact} />, inRouter);
    fireEvent.click(screen.getByRole("button", { name: "Contact Owner" }));
    expect(onContact).toHaveBeenCalledOnce();
    rerender(<OwnerCard owner={anOwner()} onContact={null} />);
    expect(screen.queryByRole("button", { name: "Contact Owner" })).toBeNull();
  });

  it("links to the owner's profile, and explains the mark Verified with its day", () => {
    const owner = anOwner({ verifiedAt: "2026-03-04T16:00:00.000Z" });
    render(<OwnerCard owner={owner} onContact={null} />, inRouter);
    expect(screen.getByRole("link", { name: owner.name }).getAttribute("href")).toBe(`/profile/${owner.id}`);
    fireEvent.click(screen.getByRole("button", { name: "Verified" }));
    expect(useDialogs.getState().mark).toEqual({ of: "member", id: owner.id, verifiedAt: "2026-03-04T16:00:00.000Z" });
  });
});

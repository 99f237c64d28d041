// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anOwner } from "../../testing/screen.tsx";
import { OwnerCard } from "./owner-card.tsx";

afterEach(cleanup);

describe("the owner's card", () => {
  it("[S080] shows the owner", () => {
    const { container } = render(<OwnerCard owner={anOwner({ responseTime: "About 2 hours" })} onContact={null} />);
    expect(screen.getByRole("heading", { name: "Marisol Vega" })).toBeTruthy();
    expect(screen.getByText("MV")).toBeTruthy();
    for (const words of ["Verified", "4.8", "12", "Member since 2019", "Two aircraft, both flown weekly."]) {
      expect(container.textContent).toContain(words);
    }
    expect(screen.getByText("About 2 hours")).toBeTruthy();
  });

  it("[S081] says N/A when the response time is unknown", () => {
    render(<OwnerCard owner={anOwner()} onContact={null} />);
    expect(screen.getByText("N/A").parentElement?.textContent).toBe("Response time N/A");
  });

  it("[S082] offers to contact the owner when possible", () => {
    const onContact = vi.fn();
    const { rerender } = render(<OwnerCard owner={anOwner()} onContact={onContact} />);
    fireEvent.click(screen.getByRole("button", { name: "Contact Owner" }));
    expect(onContact).toHaveBeenCalledOnce();
    rerender(<OwnerCard owner={anOwner()} onContact={null} />);
    expect(screen.queryByRole("button", { name: "Contact Owner" })).toBeNull();
  });
});

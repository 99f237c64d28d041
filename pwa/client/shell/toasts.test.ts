import { beforeEach, describe, expect, it } from "vitest";
import { closeToast, toast, useToasts } from "./toasts.ts";

const title = () => useToasts.getState().shown?.title ?? null;

beforeEach(() => useToasts.setState({ shown: null, aside: null }));

describe("toasts", () => {
  it("[S319] shows one at a time: a new one takes the place of the old", () => {
    const first = toast({ title: "Added to favorites" });
    toast({ title: "Removed from favorites" });
    expect(title()).toBe("Removed from favorites");
    closeToast(first);
    expect(title()).toBe("Removed from favorites");
  });

  it("brings a toast that stays back after another was shown", () => {
    toast({ title: "Update ready", kind: "update", stay: true });
    const second = toast({ title: "Error", kind: "bad" });
    const third = toast({ title: "Code sent!" });
    closeToast(second);
    expect(title()).toBe("Code sent!");
    closeToast(third);
    expect(title()).toBe("Update ready");
  });

  it("does not bring back what was answered meanwhile", () => {
    const update = toast({ title: "Update ready", kind: "update", stay: true });
    const other = toast({ title: "Code sent!" });
    closeToast(update);
    closeToast(other);
    expect(title()).toBeNull();
  });
});

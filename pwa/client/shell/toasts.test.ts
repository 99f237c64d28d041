import { beforeEach, describe, expect, it } from "vitest";
import { closeToast, toast, useToasts } from "./toasts.ts";

const title = () => useToasts.getState().shown?.title ?? null;

beforeEach(() => useToasts.setState({ shown: null, deferred: null }));

describe("toasts", () => {
  it("[S319] show one at a time: a new one replaces the last", () => {
    const first = toast({ title: "Added to favorites" });
    toast({ title: "Removed from favorites" });
    expect(title()).toBe("Removed from favorites");
    closeToast(first);
    expect(title()).toBe("Removed from favorites");
  });

  it("bring back a toast that stays after another one closed", () => {
    toast({ title: "Update ready", kind: "update", stay: true });
    const second = toast({ title: "Error", kind: "bad" });
    const third = toast({ title: "Code sent!" });
    closeToast(second);
    expect(title()).toBe("Code sent!");
    closeToast(third);
    expect(title()).toBe("Update ready");
  });

  it("do not bring back a toast that was answered meanwhile", () => {
    const update = toast({ title: "Update ready", kind: "update", stay: true });
    const other = toast({ title: "Code sent!" });
    closeToast(update);
    closeToast(other);
    expect(title()).toBeNull();
  });
});

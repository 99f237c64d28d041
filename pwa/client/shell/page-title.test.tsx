// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { setTitleCount, usePageTitle } from "./page-title.ts";

afterEach(() => {
  cleanup();
  setTitleCount(0);
});

it("starts with the unread count on every page", () => {
  const page = renderHook(({ title }) => usePageTitle(title), { initialProps: { title: "Messages" } });
  expect(document.title).toBe("Messages - Tailhour");
  setTitleCount(3);
  expect(document.title).toBe("(3) Messages - Tailhour");
  page.rerender({ title: "Profile" });
  expect(document.title).toBe("(3) Profile - Tailhour");
  setTitleCount(120);
  expect(document.title).toBe("(99+) Profile - Tailhour");
  setTitleCount(0);
  expect(document.title).toBe("Profile - Tailhour");
});

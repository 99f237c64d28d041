import { matchPath } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { findPage, pagePaths } from "../../shared/pages.ts";
import { hasPage, routeOf } from "./routes.tsx";

/** One address for each path, and addresses that match none. */
const addresses = pagePaths.map((path) => path.replace(/:\w+/, "019a0000-0000-7000-8000-000000000001"));
const unknown = ["/nowhere", "/settings/more", "/profile/a/b", "/aircraft", "/demo", "//settings", "/index.html"];

describe("the routes", () => {
  it("are the shared list of pages, plus one for every other address", () => {
    expect(addresses.map((address) => routeOf(address).path)).toEqual(pagePaths);
    expect(new Set(unknown.map((address) => routeOf(address).path))).toEqual(new Set(["*"]));
    for (const address of addresses) expect(hasPage(address)).toBe(true);
    for (const address of unknown) expect(hasPage(address)).toBe(false);
  });

  it("match exactly the addresses that the router would match", () => {
    const spellings = addresses.flatMap((address) => [
      address,
      address.toUpperCase(),
      `${address}/`,
      `${address}//`,
      address.replace("s", "%73"),
      `${address}%2F`,
    ]);
    for (const address of [...spellings, ...unknown, "/%E0%A4%A", "/profile/%E0%A4%A"]) {
      const path = pagePaths.find((one) => matchPath(one, decodeParts(address)));
      expect([address, findPage(address)?.path]).toEqual([address, path]);
    }
    expect(routeOf("/SETTINGS/").path).toBe("/settings");
  });
});

/** Decodes each part of an address alone, as the router does before it compares. */
function decodeParts(address: string): string {
  try {
    return address
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return address;
  }
}

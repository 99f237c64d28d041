import { describe, expect, it } from "vitest";
import { codeHash, hashPassword, newCode, newToken, passwordMatches, sameDigest, tokenHash } from "./secrets.ts";

describe("a password", () => {
  it("is stored as argon2id and matches only itself", async () => {
    const stored = await hashPassword("correct horse");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordMatches(stored, "correct horse")).toBe(true);
    expect(await passwordMatches(stored, "Correct horse")).toBe(false);
  });

  it("matches no missing account", async () => {
    expect(await passwordMatches(undefined, "anything")).toBe(false);
  });
});

describe("tokens and codes", () => {
  it("[S311] are long, different and stored as digests", () => {
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(newToken()).not.toBe(newToken());
    expect(tokenHash("a")).toMatch(/^[0-9a-f]{64}$/);
    expect(newCode()).toMatch(/^\d{6}$/);
    expect(codeHash("one", "123456")).not.toBe(codeHash("two", "123456"));
  });

  it("are compared in constant time", () => {
    expect(sameDigest("ab", "ab")).toBe(true);
    expect(sameDigest("ab", "ac")).toBe(false);
    expect(sameDigest("ab", "abc")).toBe(false);
  });
});

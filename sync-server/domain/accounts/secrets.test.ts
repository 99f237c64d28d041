import { describe, expect, it } from "vitest";
import { codeHash, hashPassword, newCode, newToken, passwordFits, sameDigest, tokenHash } from "./secrets.ts";

describe("a password", () => {
  it("is kept as argon2id and fits only itself", async () => {
    const stored = await hashPassword("correct horse");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordFits(stored, "correct horse")).toBe(true);
    expect(await passwordFits(stored, "Correct horse")).toBe(false);
  });

  it("fits nobody who is not there", async () => {
    expect(await passwordFits(undefined, "anything")).toBe(false);
  });
});

describe("tokens and codes", () => {
  it("[S311] are long, different and kept as digests", () => {
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(newToken()).not.toBe(newToken());
    expect(tokenHash("a")).toMatch(/^[0-9a-f]{64}$/);
    expect(newCode()).toMatch(/^\d{6}$/);
    expect(codeHash("one", "123456")).not.toBe(codeHash("two", "123456"));
  });

  it("are compared whole", () => {
    expect(sameDigest("ab", "ab")).toBe(true);
    expect(sameDigest("ab", "ac")).toBe(false);
    expect(sameDigest("ab", "abc")).toBe(false);
  });
});

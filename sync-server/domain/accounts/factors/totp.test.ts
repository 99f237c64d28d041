import { describe, expect, it } from "vitest";
import { base32, codeOfStep, newTotpSecret, stepAt, stepOfCode, totpAddress } from "./totp.ts";

/** The secret of RFC 6238, appendix B. */
const secret = base32(Buffer.from("12345678901234567890"));

describe("the codes of an authenticator app", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("[S1181] are those of RFC 6238: at %d seconds %s", (seconds, code) => {
    expect(codeOfStep(secret, stepAt(seconds * 1000), 8)).toBe(code);
  });

  it("are those of RFC 4226", () => {
    const codes = Array.from({ length: 10 }, (_, counter) => codeOfStep(secret, counter));
    expect(codes.join(" ")).toBe("755224 287082 359152 969429 338314 254676 287922 162583 399871 520489");
  });

  it("count for 30 seconds before and after their step", () => {
    const at = 1_700_000_010_000;
    const code = codeOfStep(secret, stepAt(at));
    const found = [-60_000, -30_000, 0, 30_000, 60_000].map((later) => stepOfCode(secret, code, at + later));
    expect(found).toEqual([null, stepAt(at), stepAt(at), stepAt(at), null]);
  });

  it("need a secret of 160 bits in base32, which the address contains", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(totpAddress("ABC", "a b@x.test")).toBe(
      "otpauth://totp/Tailhour%3Aa%20b%40x.test?secret=ABC&issuer=Tailhour&algorithm=SHA1&digits=6&period=30",
    );
  });
});

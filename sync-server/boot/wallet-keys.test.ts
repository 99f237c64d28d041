import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { walletSealer } from "./wallet-keys.ts";
import { createSealer } from "../kit/sealer.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-wallet-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const key = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });

describe("encrypted text", () => {
  it("[S749] opens with its key, in its place and unchanged", () => {
    const sealer = createSealer([key("new", 1), key("old", 2)]);
    const sealed = sealer.seal("here", "no. 3921748");
    expect(sealed.keyId).toBe("new");
    expect(sealer.open("here", sealed)).toBe("no. 3921748");
    expect(sealer.open("there", sealed)).toBeNull();
    expect(createSealer([key("other", 1)]).open("here", sealed)).toBeNull();
    expect(createSealer([key("new", 2)]).open("here", sealed)).toBeNull();
    for (let place = 0; place < sealed.sealed.length; place++) {
      const changed = Buffer.from(sealed.sealed);
      changed[place]! ^= 1;
      expect(sealer.open("here", { ...sealed, sealed: changed })).toBeNull();
    }
    expect(sealer.open("here", { ...sealed, sealed: Buffer.alloc(5) })).toBeNull();
  });

  it("is never the same twice", () => {
    const sealer = createSealer([key("new", 1)]);
    const seals = Array.from({ length: 100 }, () => sealer.seal("here", "same").sealed.toString("hex"));
    expect(new Set(seals).size).toBe(100);
  });
});

describe("the keys of wallets", () => {
  it("[S750] are generated once with the embedded database, readable by this user alone", () => {
    const config = readConfig({ DATA_DIR: folder });
    const sealed = walletSealer(config)!.seal("here", "text");
    const file = path.join(folder, "wallet-keys.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(walletSealer(config)!.open("here", sealed)).toBe("text");
    const content = readFileSync(file, "utf8");
    writeFileSync(file, "{");
    expect(() => walletSealer(config)).toThrow("Restore it from a backup");
    writeFileSync(file, content);
    expect(walletSealer(config)!.open("here", sealed)).toBe("text");
  });

  it("otherwise come from the setting, each with its own name, and without it there are none", () => {
    const database = { DATABASE_URL: "postgres://localhost/none" };
    const text = Buffer.alloc(32, 1).toString("base64url");
    expect(walletSealer(readConfig(database))).toBeNull();
    expect(walletSealer(readConfig({ ...database, WALLET_KEYS: `a:${text},b:${text}` }))?.seal("", "").keyId).toBe("a");
    expect(() => readConfig({ WALLET_KEYS: `a:${text},a:${text}` })).toThrow("different name");
    for (const wrong of ["a", `a:${text}x`, `a:${text},`, text])
      expect(() => readConfig({ WALLET_KEYS: wrong })).toThrow("keys of 32 bytes");
  });
});

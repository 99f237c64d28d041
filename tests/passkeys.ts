// A software authenticator: makes and uses passkeys as a device does, with real keys, attestation objects and signatures.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };

/** What a test changes in an honest answer. */
export type Twist = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The user did not prove who they are. */
  isUnverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Breaks the signature. */
  isForged?: boolean;
};

const flagsByte = { present: 0x01, verified: 0x04, attested: 0x40 };

const digest = (content: string | Buffer) => createHash("sha256").update(content).digest();
const text = (bytes: Buffer) => bytes.toString("base64url");

function clientData(type: "create" | "get", challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
}

/** The head of a CBOR item (RFC 8949), with lengths up to 65,535. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (words: string) => Buffer.concat([head(3, words.length), Buffer.from(words)]);
const cborNumber = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));

/** A key of ES256 in its COSE form (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const pairs: [number, Buffer][] = [
    [1, cborNumber(2)],
    [3, cborNumber(-7)],
    [-1, cborNumber(1)],
    [-2, cborBytes(Buffer.from(x, "base64url"))],
    [-3, cborBytes(Buffer.from(y, "base64url"))],
  ];
  return Buffer.concat([head(5, pairs.length), ...pairs.flatMap(([name, value]) => [cborNumber(name), value])]);
}

function authenticatorData(rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([digest(rpId), Buffer.from([flags]), count, rest]);
}

/** A device of a user at one site, with one passkey after `create`. */
export function anAuthenticator(siteOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const siteRpId = new URL(siteOrigin).hostname;
  let handle = text(randomBytes(16));
  let counter = 0;
  const flagsOf = ({ isUnverified }: Twist) => flagsByte.present | (isUnverified ? 0 : flagsByte.verified);
  const credential = { id: text(id), rawId: text(id), type: "public-key" as const };

  return {
    create({ challenge, user }: Options, twist: Twist = {}) {
      handle = user?.id ?? handle;
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const flags = flagsOf(twist) | flagsByte.attested;
      const data = authenticatorData(twist.rpId ?? siteRpId, flags, twist.counter ?? 0, attested);
      const parts = [
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        head(5, 0),
        cborText("authData"),
        cborBytes(data),
      ];
      const attestationObject = text(Buffer.concat([head(5, 3), ...parts]));
      const clientDataJSON = text(clientData("create", twist.challenge ?? challenge, twist.origin ?? siteOrigin));
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ["internal"] } };
    },
    get({ challenge }: Options, twist: Twist = {}) {
      const client = clientData("get", twist.challenge ?? challenge, twist.origin ?? siteOrigin);
      const data = authenticatorData(twist.rpId ?? siteRpId, flagsOf(twist), twist.counter ?? ++counter);
      const signature = sign("sha256", Buffer.concat([data, digest(client)]), privateKey);
      if (twist.isForged) signature[signature.length - 1]! ^= 1;
      return {
        ...credential,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
          userHandle: twist.userHandle ?? handle,
        },
      };
    },
  };
}

import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { networkOf } from "./request.ts";

function network(remoteAddress: string): string {
  return networkOf({ headers: {}, socket: { remoteAddress } } as IncomingMessage, {
    PUBLIC_URL: undefined,
    TRUST_PROXY: false,
  });
}

describe("the network of a request", () => {
  it("is a /64 with IPv6, and the address itself with IPv4", () => {
    expect(network("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
    expect(network("2001:db8:1:2::9")).toBe("2001:db8:1:2");
    expect(network("2001:db8::9")).toBe("2001:db8:0:0");
    expect(network("::1")).toBe("0:0:0:0");
    expect(network("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(network("192.0.2.1")).toBe("192.0.2.1");
  });
});

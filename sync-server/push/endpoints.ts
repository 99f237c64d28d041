// Restricts the addresses this server posts to, since an endpoint comes from a browser and may name any host.
// Accepts known push services over https on port 443, at a public address resolved for this call.
import type { LookupAddress } from "node:dns";
import { BlockList, isIPv6 } from "node:net";
import { nameLookup, type Resolver } from "./name-lookup.ts";

/** Hosts of the browsers' push services; a leading dot stands for every name below. */
const KNOWN_HOSTS = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  "updates.push.services.mozilla.com",
  ".push.services.mozilla.com",
  ".notify.windows.com",
  ".push.apple.com",
];

/** IPv4 ranges that are not on the public internet. */
const PRIVATE_V4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** IPv6 is public in 2000::/3 alone; these ranges in it are not: Teredo, documentation, embedded IPv4. */
const PRIVATE_V6: [string, number][] = [
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const privateV4 = new BlockList();
for (const [net, prefix] of PRIVATE_V4) privateV4.addSubnet(net, prefix, "ipv4");
const privateV6 = new BlockList();
for (const [net, prefix] of PRIVATE_V6) privateV6.addSubnet(net, prefix, "ipv6");
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return globalV6.check(address, "ipv6") && !privateV6.check(address, "ipv6");
  return !privateV4.check(address, "ipv4");
}

/** Destination of a push: `pinned` are public addresses to connect to, so that a later DNS change has no effect. */
export type Target = { url: URL; pinned: LookupAddress[] | null };

export type Endpoints = {
  mayPost(endpoint: string): boolean;
  /**
   * Resolves an endpoint to its destination. `signal` ends the wait.
   * @throws RefusedEndpoint for an endpoint that is not allowed; a resolver error as it is; the signal's reason
   */
  resolve(endpoint: string, signal: AbortSignal): Promise<Target>;
};

export class RefusedEndpoint extends Error {
  constructor(why: string) {
    super(`a push endpoint was refused: ${why}`);
    this.name = "RefusedEndpoint";
  }
}

export type EndpointOptions = {
  /** Additional hosts from `PUSH_HOSTS`. */
  hosts?: string | undefined;
  /** Test origin on this machine, allowed without https; pushes to other services go there too. */
  testOrigin?: string | undefined;
  resolver?: Resolver;
};

export function endpoints({ hosts = "", testOrigin, resolver = nameLookup() }: EndpointOptions): Endpoints {
  const allowed = [...KNOWN_HOSTS, ...hosts.split(",").filter(Boolean)];

  function isAllowed(url: URL): boolean {
    if (testOrigin !== undefined && url.origin === testOrigin) return true;
    return (
      url.protocol === "https:" &&
      url.port === "" &&
      url.username === "" &&
      url.password === "" &&
      allowed.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host))
    );
  }

  return {
    mayPost: (endpoint) => URL.canParse(endpoint) && isAllowed(new URL(endpoint)),
    async resolve(endpoint, signal) {
      if (!URL.canParse(endpoint)) throw new RefusedEndpoint("no address");
      const url = new URL(endpoint);
      if (!isAllowed(url)) throw new RefusedEndpoint("not a known push service");
      // With a test push service nothing leaves this machine.
      if (testOrigin !== undefined) return { url: new URL(url.pathname + url.search, testOrigin), pinned: null };
      const pinned = (await resolver(url.hostname, signal)).filter(({ address }) => isPublicAddress(address));
      if (pinned.length === 0) throw new RefusedEndpoint("no public address");
      return { url, pinned };
    },
  };
}

// Limits handshakes per second: per network address, so that one client cannot starve others, and per process.

export type HandshakeLimits = { process: number; address: number };

export type HandshakeGate = {
  /** Counts a handshake and returns whether it may continue. A refused one does not count against other addresses. */
  mayEnter(address: string): boolean;
};

export function handshakeGate(
  { process, address: each }: HandshakeLimits,
  now: () => number = () => performance.now(),
): HandshakeGate {
  let second = 0;
  let entered = 0;
  const byAddress = new Map<string, number>();
  return {
    mayEnter(address) {
      const current = Math.floor(now() / 1000);
      if (current !== second) {
        [second, entered] = [current, 0];
        byAddress.clear();
      }
      const count = byAddress.get(address) ?? 0;
      if (count >= each || entered >= process) return false;
      byAddress.set(address, count + 1);
      entered++;
      return true;
    },
  };
}

// Limits handshakes a second: of one network address, so that nobody uses up the room of all others, and of the whole process.

export type HandshakeLimits = { process: number; address: number };

export type HandshakeGate = {
  /** Counts a handshake from an address and says whether it may go on. One that is refused takes no room from other addresses. */
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

/**
 * Calls `then` with what `find` gives, now or after the page has changed enough for it to appear; gives up after
 * `patience` milliseconds. Returns the way to call it off.
 */
export function waitForElement<T>(find: () => T | null, then: (found: T) => void, patience: number): () => void {
  const now = find();
  if (now !== null) {
    then(now);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const found = find();
    if (found === null) return;
    stop();
    then(found);
  });
  // Styles too: a list keeps the room of cards that are not drawn yet as padding.
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] });
  const timer = setTimeout(stop, patience);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
  }
  return stop;
}

/**
 * Calls `then` with the result of `find`, now or after a change of the page; gives up after `patience` milliseconds. Returns a function
 * that cancels the wait.
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
  // Observes styles too: a list reserves the height of cards not rendered yet as padding.
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] });
  const timer = setTimeout(stop, patience);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
  }
  return stop;
}

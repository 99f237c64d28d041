import { useEffect, useLayoutEffect, useState, type FunctionComponent } from "react";
import { MissingComponent } from "./missing-component.tsx";

/** The code of a component could not be fetched: it is not on this device and the server is unreachable. */
export class ComponentUnavailable extends Error {
  override name = "ComponentUnavailable";
  /** Lets the next render fetch the code again. */
  readonly forget: () => void;

  constructor(message: string, forget: () => void, cause: unknown) {
    super(message, { cause });
    this.forget = forget;
  }
}

/** How to show that the code is missing. Without it nothing shows until the fetch succeeds. */
type MissingCodeOptions<Props> = {
  /** Closes the component that the user requested. */
  dismiss: (props: Props) => void;
  /** Shows the message in the page instead of over it. */
  isInline?: boolean;
};

/**
 * A component whose code is fetched on first render. Offline, a component with `fallback` says that it is not on this device and offers a
 * retry. Every component is fetched again when the network is back.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  fallback?: MissingCodeOptions<Props>,
): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined;
  return function LazyComponent(props: Props) {
    const [{ tries, isMissing }, setState] = useState({ tries: 0, isMissing: false });
    useEffect(() => {
      if (Loaded) return;
      let isWanted = true;
      load().then(
        (component) => {
          Loaded = component;
          if (isWanted) setState({ tries, isMissing: false });
        },
        () => isWanted && setState({ tries, isMissing: true }),
      );
      return () => {
        isWanted = false;
      };
    }, [tries]);
    const retry = () => setState({ tries: tries + 1, isMissing: false });
    useOnceOnline(isMissing, retry);
    if (Loaded) return <Loaded {...props} />;
    if (!fallback) return null;
    const { isInline = false, dismiss } = fallback;
    return (
      <MissingComponent isMissing={isMissing} isInline={isInline} onRetry={retry} onClose={() => dismiss(props)} />
    );
  };
}

/** Calls `then` when the browser comes online, while `isWaiting`. Listens before the notice is painted, so no return is missed. */
export function useOnceOnline(isWaiting: boolean, then: () => void) {
  useLayoutEffect(() => {
    if (!isWaiting) return;
    window.addEventListener("online", then, { once: true });
    return () => window.removeEventListener("online", then);
  });
}

// A failed style sheet stays in the page and counts as loaded; removing it makes the next try fetch it again.
if (typeof window !== "undefined") {
  const forgetFailedSheet = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.remove();
  };
  window.addEventListener("error", forgetFailedSheet, true);
}

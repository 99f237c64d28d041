import { useEffect, useState, type FunctionComponent } from "react";
import { MissingComponent } from "./missing-component.tsx";

/** The code of a part could not be fetched: it is not on this device, and there is no way to the server. */
export class ComponentUnavailable extends Error {
  override name = "PartNotHere";
  /** Lets the next drawing fetch it again. */
  readonly forget: () => void;

  constructor(message: string, forget: () => void, cause: unknown) {
    super(message, { cause });
    this.forget = forget;
  }
}

/** What to show while the code is not here; without it nothing is, and the part appears as soon as it can be fetched. */
type Waiting<Props> = {
  /** Takes back the wish to see the part. */
  dismiss: (props: Props) => void;
  /** Stands in the page instead of over it. */
  isInline?: boolean;
};

/**
 * A part whose code is fetched when it is first drawn. Without a network nothing breaks: a part somebody asked for says
 * that it is not on this device and offers to try again; every part is fetched again when the network is back.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  waiting?: Waiting<Props>,
): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined;
  return function LatePart(props: Props) {
    const [{ tries, isMissing }, setState] = useState({ tries: 0, isMissing: false });
    useEffect(() => {
      if (Loaded) return;
      let isWanted = true;
      load().then(
        (part) => {
          Loaded = part;
          if (isWanted) setState({ tries, isMissing: false });
        },
        () => isWanted && setState({ tries, isMissing: true }),
      );
      return () => {
        isWanted = false;
      };
    }, [tries]);
    const again = () => setState({ tries: tries + 1, isMissing: false });
    useOnceOnline(isMissing, again);
    if (Loaded) return <Loaded {...props} />;
    if (!waiting) return null;
    const { isInline = false, dismiss } = waiting;
    return (
      <MissingComponent isMissing={isMissing} isInline={isInline} onRetry={again} onClose={() => dismiss(props)} />
    );
  };
}

/** Calls back when the network comes, while somebody waits for it. */
export function useOnceOnline(isWaiting: boolean, then: () => void) {
  useEffect(() => {
    if (!isWaiting) return;
    window.addEventListener("online", then, { once: true });
    return () => window.removeEventListener("online", then);
  });
}

// A style sheet that failed stays in the page and counts as fetched: without it the next try fetches it anew.
if (typeof window !== "undefined") {
  const forgetFailedSheet = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.remove();
  };
  window.addEventListener("error", forgetFailedSheet, true);
}

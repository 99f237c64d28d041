import { lazy, type FunctionComponent } from "react";
import { ComponentUnavailable } from "../ui/hooks/lazy-component.tsx";

export interface LazyPage extends FunctionComponent {
  /** Fetches the page's code; afterwards it renders at once, on the server and while hydrating too. */
  preload: () => Promise<void>;
}

/** A page whose code is fetched when it is first shown. Throws PartNotHere at render without it, until that is forgotten. */
export function lazyPage(load: () => Promise<FunctionComponent>): LazyPage {
  let Loaded: FunctionComponent | undefined;
  let Waiting = lazy(fetched);
  async function fetched() {
    try {
      Loaded = await load();
      return { default: Loaded };
    } catch (error) {
      // React draws the failed page once more before it gives up: a fresh one here would be fetched again without end.
      throw new ComponentUnavailable("A page's code could not be fetched.", () => (Waiting = lazy(fetched)), error);
    }
  }
  const Page = () => (Loaded ? <Loaded /> : <Waiting />);
  return Object.assign(Page, {
    preload: async () => {
      if (!Loaded) await fetched();
    },
  });
}

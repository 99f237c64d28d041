import { lazy, type FunctionComponent } from "react";
import { ComponentUnavailable } from "../ui/hooks/lazy-component.tsx";

export type LazyPage = {
  /** Fetches the page's code, so that the page then renders synchronously, also on the server and during hydration. */
  preload: () => Promise<void>;
} & FunctionComponent;

/**
 * A page whose code is fetched on first render. @throws ComponentUnavailable at render when the fetch failed, until `forget` is called.
 */
export function lazyPage(load: () => Promise<FunctionComponent>): LazyPage {
  let Loaded: FunctionComponent | undefined;
  let Pending = lazy(fetched);
  async function fetched() {
    try {
      Loaded = await load();
      return { default: Loaded };
    } catch (error) {
      // React renders the failed page once more before it gives up; a new lazy component here would fetch forever.
      throw new ComponentUnavailable("A page's code could not be fetched.", () => (Pending = lazy(fetched)), error);
    }
  }
  const Page = () => (Loaded ? <Loaded /> : <Pending />);
  return Object.assign(Page, {
    preload: async () => {
      if (!Loaded) await fetched();
    },
  });
}

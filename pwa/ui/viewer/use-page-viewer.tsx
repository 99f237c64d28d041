// Opens the pages of a paper from a button.
import { useRef, useState, type ReactNode, type Ref } from "react";
import { lazyComponent } from "../hooks/lazy-component.tsx";
import type { PageViewerProps } from "./page-viewer.tsx";

const PageViewer = lazyComponent<PageViewerProps>(async () => (await import("./page-viewer.tsx")).PageViewer, {
  dismiss: ({ onClose }) => onClose(),
});

type Options = {
  title: string;
  /** Reads the pages, in order. */
  load: () => Promise<readonly Blob[]>;
  failed: (problem: unknown) => void;
};

export type PageOpener = { isBusy: boolean; press: () => void; button: Ref<HTMLButtonElement>; viewer: ReactNode };

/** Spread on a button by its caller; `viewer` is rendered beside it. The focus returns to the button. */
export function usePageViewer({ title, load, failed }: Options): PageOpener {
  const [pages, setPages] = useState<readonly Blob[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const press = () => {
    if (isBusy) return;
    setBusy(true);
    load()
      .then(setPages, failed)
      .finally(() => setBusy(false));
  };
  const viewer = pages && (
    <PageViewer
      title={title}
      pages={pages}
      onClose={() => setPages(null)}
      returnFocus={() => button.current?.focus()}
    />
  );
  return { isBusy, press, button, viewer };
}

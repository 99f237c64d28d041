import { useEffect, useState } from "react";
import { ViewerFrame } from "./viewer-frame.tsx";

export type PageViewerProps = {
  /** The paper. */
  title: string;
  /** Pictures of its pages; they stay in memory. */
  pages: readonly Blob[];
  onClose: () => void;
  returnFocus: () => void;
};

/** Shows the pages of a paper, as large as the screen. Built on Radix, so load it lazily. */
export function PageViewer({ title, pages, onClose, returnFocus }: PageViewerProps) {
  const [addresses] = useState(() => pages.map((page) => URL.createObjectURL(page)));
  useEffect(() => () => addresses.forEach((address) => URL.revokeObjectURL(address)), [addresses]);
  const nameOf = (at: number) => `${title}, page ${at + 1} of ${addresses.length}`;
  return (
    <ViewerFrame
      title={title}
      word="Page"
      keys={addresses}
      first={0}
      nameOf={nameOf}
      onClose={onClose}
      returnFocus={returnFocus}
      picture={(at, { isShown, style }) => <img src={addresses[at]} alt={isShown ? nameOf(at) : ""} style={style} />}
      thumb={(at) => <img src={addresses[at]} alt="" />}
    />
  );
}

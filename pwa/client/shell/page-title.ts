import { useEffect } from "react";
import { createStore } from "zustand/vanilla";

const titleCount = createStore<{ unread: number }>(() => ({ unread: 0 }));

/** Sets the browser's title: "Verify Email" gives "Verify Email - Tailhour". */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = counted(`${title} - Tailhour`);
  }, [title]);
}

/** Puts the number of unread messages before the title of every page: "(3) Messages - Tailhour". */
export function setTitleCount(count: number) {
  titleCount.setState({ unread: count });
  document.title = counted(document.title.replace(/^\(\d+\+?\) /, ""));
}

function counted(title: string): string {
  const { unread } = titleCount.getState();
  if (unread === 0) return title;
  return `(${unread > 99 ? "99+" : unread}) ${title}`;
}

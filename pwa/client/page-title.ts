import { useEffect } from "react";

/** Names the page in the browser's title: "Verify Email" gives "Verify Email - Tailhour". */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} - Tailhour`;
  }, [title]);
}

// Places the open conversation beside the list on screens with room for both. F6 moves the focus between them.
import { useEffect } from "react";
import { chatPane } from "../../client/shell/chat-pane.ts";
import { useWideScreen } from "../../ui/hooks/use-wide-screen.ts";

/** The `ref` of the pane for the conversation; undefined on screens without room for it. F6 changes the pane. */
export function usePanes(): typeof chatPane | undefined {
  const isWide = useWideScreen();
  useEffect(() => {
    if (!isWide) return;
    document.addEventListener("keydown", changePane);
    return () => document.removeEventListener("keydown", changePane);
  }, [isWide]);
  return isWide ? chatPane : undefined;
}

function changePane(event: KeyboardEvent): void {
  if (event.key !== "F6" || event.ctrlKey || event.altKey || event.metaKey) return;
  const dialog = document.activeElement?.closest("[role=dialog]");
  const other = dialog
    ? document.querySelector<HTMLElement>("[data-conversation][aria-current=true]")
    : document.querySelector<HTMLElement>("[role=dialog] [data-autofocus]");
  if (!other) return;
  event.preventDefault();
  other.focus();
}

// The element beside the list of conversations in which the message dialog docks, on screens with room for both.
import { create } from "zustand";

export const useChatPane = create<{ pane: HTMLElement | null }>(() => ({ pane: null }));

/** The `ref` of the page's pane. Without one the dialog opens over the page. */
export function chatPane(pane: HTMLElement | null) {
  useChatPane.setState({ pane });
  return () => useChatPane.setState((state) => (state.pane === pane ? { pane: null } : state));
}

// Opens the conversation beside the list again after Back and Forward.
import { useEffect, useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { createStore } from "zustand/vanilla";
import { useChatPane } from "../../client/shell/chat-pane.ts";
import { openDialog, useDialogs, type Recipient } from "../../client/shell/dialogs.ts";

/** At most so many history entries; the oldest are dropped first. */
const MOST_ENTRIES = 30;

/** Whose conversation was open, by user and key of a history entry. */
const keptStore = createStore<{ peers: ReadonlyMap<string, Recipient> }>(() => ({ peers: new Map() }));

function keep(entry: string, peer: Recipient | null) {
  const others = [...keptStore.getState().peers].filter(([known]) => known !== entry);
  keptStore.setState({ peers: new Map([...others, ...(peer ? [[entry, peer] as const] : [])].slice(-MOST_ENTRIES)) });
}

export function useKeptConversation(me: string | undefined): void {
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const isBesideList = useChatPane(({ pane }) => pane !== null);
  const entry = me && isBesideList ? `${me} ${key}` : null;
  useEffect(() => {
    const peer = entry && isBack ? keptStore.getState().peers.get(entry) : undefined;
    // The focus stays where Back puts it.
    if (peer && !useDialogs.getState().dialog) openDialog({ name: "message", recipient: peer, keepsFocus: true });
  }, [entry, isBack]);
  // Stops before a page change closes the conversation.
  useLayoutEffect(() => {
    if (entry === null) return;
    return useDialogs.subscribe(({ dialog }) => keep(entry, dialog?.name === "message" ? dialog.recipient : null));
  }, [entry]);
}

// Keeps focus, presses and screen readers in the uploader's top panel, and names what Uppy leaves unnamed.
import type Uppy from "@uppy/core";
import type Dashboard from "@uppy/dashboard";

type Panels = {
  /** Closes the top panel as its Cancel does; false if none is open. */
  closeTop(): boolean;
  stop(): void;
};

/** Set again on each of Uppy's renders. */
const unnamed = [
  [".uppy-Dashboard-inner", "aria-label", "Add a picture"],
  [".uppy-Dashboard-files", "role", "list"],
] as const;

type Opened = { type: PanelType; opener: Element | null };

/** Calls `onOpen` when a panel covers the list of files, and when none does any more. */
export function guardPanels(uppy: Uppy, target: HTMLElement, onOpen: (isOpen: boolean) => void): Panels {
  const plugin = uppy.getPlugin<Dashboard<Record<string, unknown>, Record<string, never>>>("Dashboard");
  /** The open panels, the top one last. */
  let opened: Opened[] = [];
  const elementOf = (type: PanelType) => target.querySelector<HTMLElement>(`[data-uppy-paneltype="${type}"]`);
  const top = () => {
    const last = opened.at(-1);
    return last ? elementOf(last.type) : null;
  };
  const look = () => {
    for (const [selector, attribute, value] of unnamed) {
      const part = target.querySelector(selector);
      if (part && part.getAttribute(attribute) !== value) part.setAttribute(attribute, value);
    }
    const panel = top();
    for (const part of target.querySelectorAll<HTMLElement>(".uppy-Dashboard-innerWrap > *, .uppy-StatusBar")) {
      // The informer beside the status bar stays readable.
      const isCovered = panel !== null && part !== panel && !part.matches(".uppy-Dashboard-progressindicators");
      if (part.inert !== isCovered) part.inert = isCovered;
    }
  };
  const follow = () => {
    const type = plugin ? topPanel(plugin.getPluginState()) : null;
    if (type === (opened.at(-1)?.type ?? null)) return;
    const at = opened.findIndex((one) => one.type === type);
    const isNew = type !== null && at < 0;
    const closed = isNew ? undefined : opened[at + 1];
    opened = isNew ? [...opened, { type, opener: document.activeElement }] : opened.slice(0, at + 1);
    look();
    if (closed?.opener instanceof HTMLElement && closed.opener.isConnected) closed.opener.focus();
    onOpen(opened.length > 0);
  };
  // One press may close a panel and open the next one.
  const onUpdate = () => queueMicrotask(follow);
  const observer = new MutationObserver(look);
  observer.observe(target, { childList: true, subtree: true });
  uppy.on("state-update", onUpdate);
  look();

  const closeTop = () => {
    const cancel = top()?.querySelector<HTMLElement>(".uppy-DashboardContent-back");
    cancel?.click();
    return Boolean(cancel);
  };
  // Uppy would close the whole modal.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && closeTop()) event.stopPropagation();
  };
  document.addEventListener("keydown", onKeyDown, true);
  return {
    closeTop,
    stop() {
      observer.disconnect();
      uppy.off("state-update", onUpdate);
      document.removeEventListener("keydown", onKeyDown, true);
    },
  };
}

type PanelType = "FileEditor" | "PickerPanel" | "FileCard" | "AddFiles";
type Shown = {
  showFileEditor?: boolean;
  activePickerPanel?: unknown;
  fileCardFor?: string | null;
  showAddFilesPanel?: boolean;
};

/** The editor lies over the card of its file. */
function topPanel({ showFileEditor, activePickerPanel, fileCardFor, showAddFilesPanel }: Shown): PanelType | null {
  if (showFileEditor) return "FileEditor";
  if (activePickerPanel) return "PickerPanel";
  if (fileCardFor) return "FileCard";
  return showAddFilesPanel ? "AddFiles" : null;
}

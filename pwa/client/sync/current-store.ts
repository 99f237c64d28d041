// The signed-in user's store on this device: loaded after the first paint, closed at sign-out. Commands enter it by `queue`.
import { useCallback } from "react";
import { create } from "zustand";
import { createStore } from "zustand/vanilla";
import type { CommandInput, OfflineCommandName } from "../../../shared/commands.ts";
import type { QueueOptions } from "../../device/sync/outbox.ts";
import { whenQuiet } from "./device.ts";
import type { UserStore } from "./user-store.ts";

export type CurrentStore = {
  userId: string | null;
  /** `none`: a guest. `opening`: being loaded. `broken`: this device cannot store anything for this user. */
  phase: "none" | "opening" | "open" | "broken";
  person: UserStore | null;
  /** The opening in progress, or the one that succeeded. */
  opening: { userId: string; person: Promise<UserStore> } | null;
  cancelQuiet: () => void;
};

const nobody: CurrentStore = {
  userId: null,
  phase: "none",
  person: null,
  opening: null,
  cancelQuiet: () => undefined,
};

/** Outside of components: `useCurrentStore.getState()`. */
export const useCurrentStore = create<CurrentStore & { events: CurrentStoreEvents | null }>(() => ({
  ...nobody,
  events: null,
}));

/** Callbacks to the session. */
export type CurrentStoreEvents = {
  /** The server ended the session; private data is removed from the device, except unsent commands. */
  ended(): void;
  /** The code of this page is too old for its database or for the server. */
  outdated(): void;
};

/** Follows the signed-in user: closes the previous user's store now, and opens the new one when the page is idle. */
export function followUser(userId: string | null, events: CurrentStoreEvents): void {
  useCurrentStore.setState({ events });
  const { userId: before, person } = useCurrentStore.getState();
  if (before === userId) return;
  closeCurrentStore();
  person?.close();
  if (userId === null) return;
  useCurrentStore.setState({ userId, phase: "opening", person: null });
  useCurrentStore.setState({ cancelQuiet: whenQuiet(() => void openedStore().catch(() => undefined)) });
}

/** Removes the user's rows from the page and keeps them on the device. The caller closes the user store itself. */
export function closeCurrentStore(): void {
  useCurrentStore.getState().cancelQuiet();
  useCurrentStore.setState(nobody);
}

/** The user store, opened now if it is not open yet. Rejects for a guest, or when the code cannot be loaded. */
export async function openedStore(): Promise<UserStore> {
  const { userId, person, opening } = useCurrentStore.getState();
  if (person) return person;
  if (userId === null) throw new Error("Please log in first.");
  if (opening?.userId === userId) return await opening.person;
  const opened = open(userId);
  useCurrentStore.setState({ opening: { userId, person: opened } });
  return await opened;
}

async function open(userId: string): Promise<UserStore> {
  const isWanted = () => {
    const { userId: current, opening } = useCurrentStore.getState();
    return current === userId && opening?.userId === userId;
  };
  try {
    const { openUserStore } = await import("./user-store.ts");
    if (!isWanted()) throw new Error("Please log in first.");
    const person = await openUserStore(userId, {
      ended: () => {
        const { userId: current, events } = useCurrentStore.getState();
        if (current === userId) events?.ended();
      },
      broken: () => {
        if (useCurrentStore.getState().userId === userId) useCurrentStore.setState({ phase: "broken", person: null });
      },
      outdated: () => useCurrentStore.getState().events?.outdated(),
    });
    if (!isWanted()) {
      person.close();
      throw new Error("Please log in first.");
    }
    useCurrentStore.setState({ phase: "open", person });
    return person;
  } catch (error) {
    if (isWanted()) {
      // The code could not be loaded, or the browser stores nothing. The next caller, or the network's return, tries again.
      useCurrentStore.setState({ phase: "broken", person: null, opening: null });
      window.addEventListener("online", () => isStillBroken(userId) && void openedStore().catch(() => undefined), {
        once: true,
      });
    }
    throw error;
  }
}

function isStillBroken(userId: string): boolean {
  const state = useCurrentStore.getState();
  return state.userId === userId && state.phase === "broken";
}

/** Id of the entry that carries the command now; for a creating command also the id of the record. */
export type Queued = { id: string };

/** Nothing was stored. The message is a sentence to show; `fields` names the inputs that do not fit. */
export class NotKept extends Error {
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(message: string, code: string, fields: Record<string, string> = {}, cause?: unknown) {
    super(message, { cause });
    this.name = "NotKept";
    this.code = code;
    this.fields = fields;
  }
}

/** `count`: commands that are being written to the outbox. */
const keeping = createStore<{ count: number }>(() => ({ count: 0 }));

/** True while `queue` writes a command to the outbox: its place is not known yet. */
export function isKeeping(): boolean {
  return keeping.getState().count > 0;
}

/** Stores a command on this device and sends it later. Resolves once it would survive a closed app. Rejects with NotKept. */
export async function queue<Name extends OfflineCommandName>(
  name: Name,
  input: CommandInput<Name>,
  options: QueueOptions = {},
): Promise<Queued> {
  keeping.setState(({ count }) => ({ count: count + 1 }));
  try {
    return await queueKnown(name, input, options);
  } finally {
    keeping.setState(({ count }) => ({ count: count - 1 }));
  }
}

/** `queue` without `isKeeping`, for a command whose place is known otherwise: `unsettled-sends.ts` tracks messages. */
export async function queueKnown<Name extends OfflineCommandName>(
  name: Name,
  input: CommandInput<Name>,
  options: QueueOptions = {},
): Promise<Queued> {
  if (useCurrentStore.getState().userId === null) throw new NotKept("Please log in first.", "signed-out");
  try {
    const { engine } = await openedStore();
    return await engine.queue(name, input, options);
  } catch (problem) {
    throw asNotKept(problem);
  }
}

/** Loads what the next write needs, so that a page that closes right after it can still send it. Never rejects. */
export async function prepareToQueue(): Promise<void> {
  await openedStore()
    .then(({ engine }) => engine.commands.load())
    .catch(() => undefined);
}

/** `queue` for one command; the same function at each render. */
export function useCommand<Name extends OfflineCommandName>(
  name: Name,
): (input: CommandInput<Name>, options?: QueueOptions) => Promise<Queued> {
  return useCallback((input, options) => queue(name, input, options), [name]);
}

/** Keeps the text of a refusal by the device; any other error becomes a plain sentence. */
export function asNotKept(problem: unknown): NotKept {
  if (problem instanceof NotKept) return problem;
  if (problem instanceof Error && problem.name === "QueueError") {
    const { code, fields } = problem as Error & { code: string; fields?: Record<string, string> };
    return new NotKept(problem.message, code, fields, problem);
  }
  return new NotKept("This could not be saved on this device. Nothing was sent.", "not-saved", {}, problem);
}

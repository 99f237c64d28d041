// Whose private rows this page has open. The code that keeps and sends them is fetched once the page has painted; until
// then, and for a guest, there are none.
import { create } from "zustand";
import type { UserStore } from "./user-store.ts";
import { whenQuiet } from "./device.ts";

export type CurrentStore = {
  userId: string | null;
  /** `none`: a guest. `opening`: on its way. `broken`: this device cannot keep anything for this person. */
  phase: "none" | "opening" | "open" | "broken";
  person: UserStore | null;
  /** The opening under way, or the one that succeeded. */
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

/** Also read outside of components: `usePerson.getState()`. */
export const useCurrentStore = create<CurrentStore & { events: CurrentStoreEvents | null }>(() => ({
  ...nobody,
  events: null,
}));

/** What the session is told. */
export type CurrentStoreEvents = {
  /** The server ended this person's session; everything private is gone from the device but what waits to be sent. */
  ended(): void;
  /** The code of this page is too old for its database or for the server. */
  outdated(): void;
};

/** Says who is signed in: their rows are opened in the first quiet moment, those of anybody else are closed now. */
export function followUser(userId: string | null, told: CurrentStoreEvents): void {
  useCurrentStore.setState({ events: told });
  if (useCurrentStore.getState().userId === userId) return;
  closePerson();
  if (userId === null) return;
  useCurrentStore.setState({ userId, phase: "opening", person: null });
  useCurrentStore.setState({ cancelQuiet: whenQuiet(() => void openedStore().catch(() => undefined)) });
}

/** Takes the private rows of whoever is signed in off the page; what is on the device stays. */
function closePerson(): void {
  const { person } = useCurrentStore.getState();
  closeCurrentStore();
  person?.close();
}

/** The same, but leaves the closing to the caller, who is not done with the person yet. */
export function closeCurrentStore(): void {
  useCurrentStore.getState().cancelQuiet();
  useCurrentStore.setState(nobody);
}

/** The open person, at once if somebody needs them. Rejects when nobody is signed in or the code cannot be fetched. */
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
    const { openUserStore: openPerson } = await import("./user-store.ts");
    const person = await openPerson(userId, {
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
      // The code could not be fetched, or the browser keeps nothing here. Tried again when somebody asks or the network is back.
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

// Whose private rows this page has open. The code that keeps and sends them is fetched once the page has painted; until
// then, and for a guest, there are none.
import { create } from "zustand";
import type { OpenPerson } from "./user-store.ts";
import { whenQuiet } from "./device.ts";

export type PersonState = {
  userId: string | null;
  /** `none`: a guest. `opening`: on its way. `broken`: this device cannot keep anything for this person. */
  phase: "none" | "opening" | "open" | "broken";
  person: OpenPerson | null;
};

const nobody: PersonState = { userId: null, phase: "none", person: null };

/** Also read outside of components: `usePerson.getState()`. */
export const usePerson = create<PersonState>(() => nobody);

/** What the session is told. */
export type PersonEvents = {
  /** The server ended this person's session; everything private is gone from the device but what waits to be sent. */
  ended(): void;
  /** The code of this page is too old for its database or for the server. */
  outdated(): void;
};

let opening: { userId: string; person: Promise<OpenPerson> } | null = null;
let cancelQuiet: () => void = () => undefined;
let events: PersonEvents | null = null;

/** Says who is signed in: their rows are opened in the first quiet moment, those of anybody else are closed now. */
export function followPerson(userId: string | null, told: PersonEvents): void {
  events = told;
  if (usePerson.getState().userId === userId) return;
  closePerson();
  if (userId === null) return;
  usePerson.setState({ userId, phase: "opening", person: null });
  cancelQuiet = whenQuiet(() => void openedPerson().catch(() => undefined));
}

/** Takes the private rows of whoever is signed in off the page; what is on the device stays. */
function closePerson(): void {
  const { person } = usePerson.getState();
  letGoOfPerson();
  person?.close();
}

/** The same, but leaves the closing to the caller, who is not done with the person yet. */
export function letGoOfPerson(): void {
  cancelQuiet();
  opening = null;
  usePerson.setState(nobody);
}

/** The open person, at once if somebody needs them. Rejects when nobody is signed in or the code cannot be fetched. */
export async function openedPerson(): Promise<OpenPerson> {
  const { userId, person } = usePerson.getState();
  if (person) return person;
  if (userId === null) throw new Error("Please log in first.");
  if (opening?.userId !== userId) opening = { userId, person: open(userId) };
  return await opening.person;
}

async function open(userId: string): Promise<OpenPerson> {
  const isWanted = () => usePerson.getState().userId === userId && opening?.userId === userId;
  try {
    const { openPerson } = await import("./user-store.ts");
    const person = await openPerson(userId, {
      ended: () => {
        if (usePerson.getState().userId === userId) events?.ended();
      },
      broken: () => {
        if (usePerson.getState().userId === userId) usePerson.setState({ phase: "broken", person: null });
      },
      outdated: () => events?.outdated(),
    });
    if (!isWanted()) {
      person.close();
      throw new Error("Please log in first.");
    }
    usePerson.setState({ phase: "open", person });
    return person;
  } catch (error) {
    if (isWanted()) {
      opening = null;
      // The code could not be fetched, or the browser keeps nothing here. Tried again when somebody asks or the network is back.
      usePerson.setState({ phase: "broken", person: null });
      window.addEventListener("online", () => isStillBroken(userId) && void openedPerson().catch(() => undefined), {
        once: true,
      });
    }
    throw error;
  }
}

function isStillBroken(userId: string): boolean {
  const state = usePerson.getState();
  return state.userId === userId && state.phase === "broken";
}

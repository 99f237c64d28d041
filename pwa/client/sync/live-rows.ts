// One running question for each kind of rows asked for, shared by every component that asks it.
import { createStore } from "zustand/vanilla";
import type { RowsQuestion, UserStore } from "./user-store.ts";
import { useCurrentStore } from "./current-store.ts";

export type LiveRows = {
  subscribe: (listener: () => void) => () => void;
  /** Undefined while not known. The same array until something changes. */
  rows: () => readonly object[] | undefined;
};

/** Milliseconds a question goes on after the last one who asked it left, so that going back shows rows at once. */
const LINGER = 20_000;

const liveQuestions = createStore<{ questions: ReadonlyMap<string, Question> }>(() => ({ questions: new Map() }));

/** The answer that everybody with the same question shares. */
export function watchRows(question: RowsQuestion): LiveRows {
  const { entity, where, key } = question;
  const name = JSON.stringify([entity, where?.field, where?.equals, key]);
  const known = liveQuestions.getState().questions.get(name);
  if (known) return known;
  const made = new Question(question, () => setQuestion(name, null));
  setQuestion(name, made);
  return made;
}

function setQuestion(name: string, question: Question | null): void {
  liveQuestions.setState(({ questions: before }) => {
    const questions = new Map(before);
    if (question) questions.set(name, question);
    else questions.delete(name);
    return { questions };
  });
}

class Question implements LiveRows {
  readonly #question: RowsQuestion;
  readonly #forget: () => void;
  readonly #listeners = new Set<() => void>();
  #answer: readonly object[] | undefined;
  #person: UserStore | null = null;
  #stopRows: () => void = () => undefined;
  #stopPerson: (() => void) | null = null;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(question: RowsQuestion, forget: () => void) {
    this.#question = question;
    this.#forget = forget;
  }

  readonly rows = () => this.#answer;

  readonly subscribe = (listener: () => void) => {
    clearTimeout(this.#linger);
    this.#listeners.add(listener);
    if (!this.#stopPerson) {
      this.#stopPerson = useCurrentStore.subscribe(({ person }) => this.#ask(person));
      this.#ask(useCurrentStore.getState().person);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#linger = setTimeout(() => this.#end(), LINGER);
    };
  };

  #ask(person: UserStore | null): void {
    if (person === this.#person) return;
    this.#person = person;
    this.#stopRows();
    this.#stopRows = () => undefined;
    // Another person's rows must not stand there for one more drawing.
    this.#say(undefined);
    if (person) this.#stopRows = person.watchRows(this.#question, (rows) => this.#say(rows));
  }

  #say(rows: readonly object[] | undefined): void {
    if (rows === this.#answer) return;
    this.#answer = rows;
    for (const listener of this.#listeners) listener();
  }

  #end(): void {
    if (this.#listeners.size > 0) return;
    this.#stopPerson?.();
    this.#stopPerson = null;
    this.#stopRows();
    this.#person = null;
    this.#answer = undefined;
    this.#forget();
  }
}

// The user's rows for components: the server's rows with the effects of waiting commands, live in every tab.
import { useMemo, useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import type { z } from "zod";
import type { ConversationSummary } from "../../../shared/domain/conversations/summaries.ts";
import type { entities, EntityName } from "../../../shared/entities.ts";
import type { ConversationPart, ShownQuestion } from "../../device/sync/shown-conversations.ts";
import { useCurrentStore } from "./current-store.ts";
import { keepEqual } from "./keep-equal.ts";
import type { UserStore } from "./user-store.ts";

/** `waiting`: kept on this device, not on the server yet. `attention`: refused; the person decides. */
export type RowStatus = "waiting" | "attention";

export type RowOf<Name extends EntityName> = z.output<(typeof entities)[Name]["schema"]>;

export type RowWithStatus<Name extends EntityName> = RowOf<Name> & {
  waiting?: RowStatus;
  /** It waits until the person's email is verified. */
  needsVerification?: boolean;
  /** The outbox entry to retry, edit or discard: the latest one about this row. */
  entryId?: string;
  /** Every entry about this row, oldest first. */
  entryIds?: readonly string[];
};

/** Fields that have to be equal, or a test. A test has to stay the same function from one drawing to the next. */
export type Where<Name extends EntityName> = Partial<RowOf<Name>> | ((row: RowWithStatus<Name>) => boolean);

/** Like `Array.sort`; has to stay the same function from one drawing to the next. */
export type Order<Name extends EntityName> = (a: RowWithStatus<Name>, b: RowWithStatus<Name>) => number;

/** Rows of one kind, or undefined while they are not known: nobody is signed in, or nothing has come yet. */
export function useRows<Name extends EntityName>(
  entity: Name,
  where?: Where<Name>,
  order?: Order<Name>,
): readonly RowWithStatus<Name>[] | undefined {
  const fields = typeof where === "object" ? JSON.stringify(where) : "";
  const live = useMemo(() => liveRows(entity, fields), [entity, fields]);
  const rows = useSyncExternalStore(live.subscribe, live.rows, unknownRows) as
    readonly RowWithStatus<Name>[] | undefined;
  const test = typeof where === "function" ? where : undefined;
  return useMemo(() => {
    if (!rows || (!test && !fields && !order)) return rows;
    const wanted = Object.entries(fields ? (JSON.parse(fields) as Partial<RowOf<Name>>) : {});
    const found = rows.filter(
      (row) => wanted.every(([field, value]) => row[field as keyof typeof row] === value) && (!test || test(row)),
    );
    return order ? found.sort(order) : found;
  }, [rows, fields, test, order]);
}

/**
 * A part of all rows of a kind, which are undefined while not known. Renders only when the part changes, so `select` has to give the same
 * value for the same rows: a row, or plain text, number or boolean.
 */
export function useRowsPart<Name extends EntityName, Part>(
  entity: Name,
  select: (rows: readonly RowWithStatus<Name>[] | undefined) => Part,
): Part {
  const live = useMemo(() => watchRows({ entity }), [entity]);
  return useSyncExternalStore(
    live.subscribe,
    () => select(live.rows() as readonly RowWithStatus<Name>[] | undefined),
    () => select(undefined),
  );
}

/** One row by its key: undefined while not known, null when there is none. */
export function useRow<Name extends EntityName>(
  entity: Name,
  key: string | null,
): RowWithStatus<Name> | null | undefined {
  const live = useMemo(() => watchRows({ entity, key: key ?? "" }), [entity, key]);
  const rows = useSyncExternalStore(live.subscribe, live.rows, unknownRows) as
    readonly RowWithStatus<Name>[] | undefined;
  return rows && (rows[0] ?? null);
}

/** What is shown of each conversation, or of those with unread messages only; undefined while not known. */
export function useConversationSummaries(
  of: "all" | "unread" = "all",
): readonly ConversationSummary<RowWithStatus<"messages">>[] | undefined {
  const live = useMemo(() => watchRows({ conversations: of }), [of]);
  return useSyncExternalStore(live.subscribe, live.rows, unknownRows) as
    readonly ConversationSummary<RowWithStatus<"messages">>[] | undefined;
}

export type MessagesShown = ConversationPart<RowWithStatus<"messages">>;

/** The newest messages with a peer; undefined while not known. */
export function useNewestMessages(peer: string, newest: number): MessagesShown | undefined {
  const live = useMemo(() => watchRows({ conversation: peer, newest }), [peer, newest]);
  const found = useSyncExternalStore(live.subscribe, live.rows, unknownRows) as readonly MessagesShown[] | undefined;
  return found?.[0];
}

function unknownRows(): undefined {
  return undefined;
}

/** The device looks up one text field by itself; the rest is picked out here. */
function liveRows(entity: EntityName, fields: string): LiveRows {
  const wanted = Object.entries(fields ? (JSON.parse(fields) as Record<string, unknown>) : {});
  const first = wanted.find((pair): pair is [string, string] => typeof pair[1] === "string");
  return watchRows({ entity, ...(first ? { where: { field: first[0], equals: first[1] } } : {}) });
}

export type LiveRows = {
  subscribe: (listener: () => void) => () => void;
  /** Undefined while not known. The same array until something changes. */
  rows: () => readonly object[] | undefined;
};

/** Milliseconds a live query continues after its last reader left, so that going back shows rows at once. */
const LINGER = 20_000;

const liveQuestions = createStore<{ questions: ReadonlyMap<string, Question> }>(() => ({ questions: new Map() }));

/** The answer that everybody with the same question shares. */
export function watchRows(question: ShownQuestion): LiveRows {
  const name = JSON.stringify(question);
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
  readonly #question: ShownQuestion;
  readonly #forget: () => void;
  readonly #listeners = new Set<() => void>();
  #answer: readonly object[] | undefined;
  #person: UserStore | null = null;
  #stopRows: () => void = () => undefined;
  #stopPerson: (() => void) | null = null;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(question: ShownQuestion, forget: () => void) {
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
    if (!person) return;
    this.#stopRows = person.shown.rows(this.#question, (rows) => this.#say(keepEqual(this.#answer, rows)));
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

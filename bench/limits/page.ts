// The limit of B4, B6, B7, B10 and B11: the smallest page that does the same. React, IndexedDB and the product's own card markup;
// no router, no sync, no index, no sessions.
import { createElement, memo, useEffect, useState, type FormEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** An element of the product's page: its tag, attributes and children. */
export type Part = { tag: string; attributes: Record<string, string>; children: (Part | string)[] };
/** A card of the catalogue. */
type Row = { id: string; name: string; type: string; createdAt: string };
type Message = { id: string; content: string };

const FIRST = 24;
const types = ["Jet", "Turboprop", "Multi engine"];
const typeOf: Record<string, string> = { Jet: "jet", Turboprop: "turboprop", "Multi engine": "multi-engine" };

const database = new Promise<IDBDatabase>((resolve, reject) => {
  const opening = indexedDB.open("limit", 1);
  opening.onupgradeneeded = () => {
    for (const store of ["first", "texts", "hearts", "messages"]) opening.result.createObjectStore(store);
  };
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error ?? new Error("The store did not open."));
});

async function put(store: string, key: string, value: unknown): Promise<void> {
  const db = await database;
  await new Promise<void>((resolve, reject) => {
    const writing = db.transaction(store, "readwrite");
    writing.objectStore(store).put(value, key);
    writing.oncomplete = () => resolve();
    writing.onerror = () => reject(writing.error ?? new Error("The store refused."));
  });
}

async function all<T>(store: string): Promise<T[]> {
  const db = await database;
  return new Promise((resolve, reject) => {
    const reading = db.transaction(store).objectStore(store).getAll();
    reading.onsuccess = () => resolve(reading.result as T[]);
    reading.onerror = () => reject(reading.error ?? new Error("The store did not answer."));
  });
}

/** Stores what the page shows from then on; the tests call it once. */
async function keep(first: readonly Part[], texts: readonly string[]): Promise<void> {
  for (const [place, part] of first.entries()) await put("first", String(place).padStart(3, "0"), part);
  for (const [place, text] of texts.entries()) await put("texts", String(place), text);
}

function element(part: Part, name: string | null, heart: ReactNode, key?: number): ReactNode {
  const { class: className, ...others } = part.attributes;
  if (part.attributes["aria-pressed"] !== undefined) return heart;
  const children =
    name !== null && part.tag === "h3"
      ? [name]
      : part.children.map((child, place) => (typeof child === "string" ? child : element(child, name, heart, place)));
  return createElement(part.tag, { ...others, className, key, suppressHydrationWarning: true }, ...children);
}

function Heart({ id }: { id: string }) {
  const [isKept, setKept] = useState(false);
  const tap = async () => {
    await put("hearts", id, !isKept);
    flushSync(() => setKept(!isKept));
  };
  return createElement("button", { type: "button", "aria-pressed": isKept, onClick: () => void tap() }, "Favorite");
}

const Card = memo(function Card({ part, id, name }: { part: Part; id: string; name: string | null }) {
  return element(part, name, createElement(Heart, { id, key: "heart" }));
});

function Cards() {
  const [first, setFirst] = useState<readonly Part[]>([]);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  useEffect(() => {
    void all<Part>("first").then(setFirst);
    void all<string>("texts").then((texts) => {
      const parsed = texts.flatMap((text) => (JSON.parse(text) as { rows: Row[] }).rows);
      setRows(parsed.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)));
    });
  }, []);
  const wanted = new Set(chosen.map((name) => typeOf[name]));
  const found = chosen.length === 0 ? rows : rows.filter(({ type }) => wanted.has(type));
  const toggle = (name: string) =>
    setChosen((now) => (now.includes(name) ? now.filter((one) => one !== name) : [...now, name]));
  const cards =
    chosen.length === 0
      ? first.map((part, place) => createElement(Card, { key: place, part, id: String(place), name: null }))
      : found
          .slice(0, FIRST)
          .map(({ id, name }, place) => createElement(Card, { key: id, part: first[place]!, id, name }));
  return createElement(
    "main",
    null,
    ...types.map((name) =>
      createElement(
        "label",
        { key: name },
        createElement("input", { type: "checkbox", checked: chosen.includes(name), onChange: () => toggle(name) }),
        name,
      ),
    ),
    createElement("p", { role: "status" }, `${found.length.toLocaleString("en-US")} aircraft available`),
    createElement("div", { className: "cards" }, ...cards),
  );
}

function Conversation({ line }: { line: WebSocket }) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [text, setText] = useState("");
  const add = async (message: Message) => {
    await put("messages", message.id, message);
    flushSync(() => setMessages((now) => [...now, message]));
  };
  useEffect(() => {
    line.onmessage = ({ data }) => {
      const row = JSON.parse(String(data)) as { content?: string };
      if (row.content !== undefined) void add({ id: crypto.randomUUID(), content: row.content });
    };
  }, [line]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const content = text;
    const [from, to] = new URLSearchParams(location.search).get("pair")!.split(",");
    setText("");
    // The message is on the device before it leaves it, as in the product.
    void add({ id: crypto.randomUUID(), content }).then(() => line.send(JSON.stringify({ from, to, content })));
  };
  const bubbles = messages.map(({ id, content }) => createElement("p", { key: id }, content));
  return createElement(
    "main",
    null,
    createElement("div", { role: "log" }, ...bubbles),
    createElement(
      "form",
      { onSubmit: send },
      createElement("textarea", {
        value: text,
        onChange: ({ target }: { target: { value: string } }) => setText(target.value),
      }),
      createElement("button", { type: "submit", disabled: text === "" }, "Send"),
    ),
  );
}

const root = createRoot(document.getElementById("root")!);
const lineUrl = new URLSearchParams(location.search).get("line");
if (lineUrl === null) {
  root.render(createElement(Cards));
} else {
  const line = new WebSocket(lineUrl);
  line.onopen = () => {
    line.send(JSON.stringify({ hello: "" }));
    root.render(createElement(Conversation, { line }));
  };
}
Object.assign(globalThis, { keep });
if (lineUrl === null) void navigator.serviceWorker.register("/worker.js");

// THE door to localStorage and sessionStorage. Both may be closed (private mode, strict settings), full, or hold what an older version wrote.

export type BrowserStorage = {
  /** Null where there is none, or where storage is closed. */
  text(key: string): string | null;
  /** Null removes it. False when the browser keeps nothing. */
  setText(key: string, text: string | null): boolean;
  /** A value stored as JSON; null where there is none, where it cannot be read, and where `isValue` rejects it. */
  json<Value>(key: string, isValue: (value: unknown) => value is Value): Value | null;
  /** Null removes it. False when the browser keeps nothing. */
  setJson(key: string, value: unknown): boolean;
  keys(): string[];
};

/** For all tabs, until it is removed. */
export const deviceStorage = storageIn(() => localStorage);

/** For this tab alone, until it is closed. */
export const tabStorage = storageIn(() => sessionStorage);

/** The text as JSON; null where it is none, and where `isValue` rejects it. */
export function parsedJson<Value>(
  text: string | null | undefined,
  isValue: (value: unknown) => value is Value,
): Value | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isValue(value) ? value : null;
  } catch {
    return null;
  }
}

/** An object whose fields are not known yet. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** `area` is a function because a browser may refuse the property itself. */
function storageIn(area: () => Storage): BrowserStorage {
  const storage: BrowserStorage = {
    text(key) {
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    setText(key, text) {
      try {
        if (text === null) area().removeItem(key);
        else area().setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
    json: (key, isValue) => parsedJson(storage.text(key), isValue),
    setJson: (key, value) => storage.setText(key, value === null ? null : JSON.stringify(value)),
    keys() {
      try {
        return Object.keys(area());
      } catch {
        return [];
      }
    },
  };
  return storage;
}

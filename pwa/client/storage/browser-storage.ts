// The only access to localStorage and sessionStorage. Either may be blocked (private mode, strict settings), full, or
// hold values of an older version.

export type BrowserStorage = {
  /** Null when there is no value, or when storage is blocked. */
  text(key: string): string | null;
  /** Null removes the value. Returns false when the browser cannot store it. */
  setText(key: string, text: string | null): boolean;
  /** A value stored as JSON. Null when there is none, when it is not JSON, and when `isValue` rejects it. */
  json<Value>(key: string, isValue: (value: unknown) => value is Value): Value | null;
  /** Null removes the value. Returns false when the browser cannot store it. */
  setJson(key: string, value: unknown): boolean;
  keys(): string[];
};

/** Shared by all tabs, until it is removed. */
export const deviceStorage = storageIn(() => localStorage);

/** For this tab alone, until the tab closes. */
export const tabStorage = storageIn(() => sessionStorage);

/** Parses JSON. Null when the text is not JSON, and when `isValue` rejects the value. */
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

/** True for an object; its fields are not checked. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** `area` is a function because a browser may throw at the property itself. */
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

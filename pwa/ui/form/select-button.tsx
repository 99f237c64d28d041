// A button that shows the chosen option and opens the list of all. The list's code loads when it is needed.
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { lazyComponent } from "../hooks/lazy-component.tsx";
import type { KeyPress } from "./select-keys.ts";
import type { SelectListProps } from "./select-list.tsx";

export type SelectOption<Value extends string | number = string> = { value: Value; label: string };

const load = () => import("./select-list.tsx");
const SelectList = lazyComponent<SelectListProps>(async () => (await load()).SelectList, {
  dismiss: ({ onClose }) => onClose(),
});
/** Fetches the list on hover or focus, before it opens. */
const preload = () => void load().catch(() => undefined);

type SelectButtonProps<Value extends string | number> = {
  /** The name of the field. */
  label: string;
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  /** What the button shows. */
  children: ReactNode;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onChange" | "value">;

/** A combobox without a text field. Keys pressed before the list is loaded reach it afterwards. */
export function SelectButton<Value extends string | number>(props: SelectButtonProps<Value>) {
  const { label, value, options, onChange, children, ...button } = props;
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLButtonElement>(null);
  const early = useRef<KeyPress[]>([]);
  const listId = useId();

  const open = (...keys: KeyPress[]) => {
    early.current = keys;
    // Some browsers do not focus a pressed button.
    field.current?.focus();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    field.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // A dialog around it listens on the document, and would close too.
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
      field.current?.focus({ preventScroll: true });
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [isOpen]);

  // The open list takes its keys before they get here.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    if (event.ctrlKey || event.metaKey) return;
    if (isOpen && key === "Tab") return setOpen(false);
    if (key.length > 1 && !/^(Arrow(Up|Down)|Home|End|Enter|Page(Up|Down))$/.test(key)) return;
    if (!isOpen && /^Page/.test(key)) return;
    event.preventDefault();
    const press = { key, altKey, at: event.timeStamp };
    if (isOpen) early.current.push(press);
    else open(...(/^(Arrow|Enter| )/.test(key) ? [] : [press]));
  };

  return (
    <>
      <button
        aria-label={button.id ? undefined : label}
        {...button}
        ref={field}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        value={value}
        // The second half of a double press leaves it open.
        onClick={({ detail }) => (isOpen ? detail < 2 && setOpen(false) : open())}
        onKeyDown={onKeyDown}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {children}
      </button>
      {isOpen && (
        <SelectList
          id={listId}
          field={field}
          label={label}
          options={options}
          chosen={value}
          early={early}
          onChoose={(at) => {
            const option = options[at];
            if (option && option.value !== value) onChange(option.value);
            close();
          }}
          onClose={close}
          onLeave={() => setOpen(false)}
        />
      )}
    </>
  );
}

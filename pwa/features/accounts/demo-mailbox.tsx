// The demo mailbox: lists mails that would have been sent, so that a new user can read the code.
import { RefreshCw } from "../../ui/icons/icons.ts";
import { Fragment, useCallback, useEffect, useState } from "react";
import { ApiError, demoMailPath, readPath } from "../../client/api/call.ts";
import { Button } from "../../ui/actions/button.tsx";
import { EmptyState } from "../../ui/display/empty-state.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import styles from "./demo-mailbox.module.css";

export type DemoMail = {
  to: string;
  subject: string;
  text: string;
  /** ISO time. */
  sentAt: string;
};

/** Whether this server has a demo mailbox; also false without an answer. */
export async function hasDemoMailbox(address: string): Promise<boolean> {
  try {
    await readPath(demoMailPath(address));
    return true;
  } catch {
    return false;
  }
}

type DemoMailboxProps = {
  address: string;
  onAddress: (address: string) => void;
  /** Called when the server has no demo mailbox. */
  onMissing: () => void;
};

export function DemoMailbox({ address, onAddress, onMissing }: DemoMailboxProps) {
  const [mails, setMails] = useState<DemoMail[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const load = useCallback(async () => {
    try {
      setMails((await readPath(demoMailPath(address.trim()))) as DemoMail[]);
      setProblem(null);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onMissing();
      setProblem(error instanceof Error ? error.message : "The mailbox could not be read.");
    }
  }, [address, onMissing]);

  useEffect(() => {
    const timer = setTimeout(() => void load(), 300);
    const onFocus = () => void load();
    window.addEventListener("focus", onFocus);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", onFocus);
    };
  }, [load]);

  return (
    <>
      <form
        className={styles.bar}
        onSubmit={(event) => {
          event.preventDefault();
          void load();
        }}
      >
        <TextField
          label="Mail for"
          type="email"
          placeholder="Everybody"
          value={address}
          onChange={onAddress}
          error={problem}
        />
        <Button type="submit">
          <Icon of={RefreshCw} />
          Refresh
        </Button>
      </form>
      <ul className={styles.mails} aria-live="polite">
        {mails?.map((mail) => (
          <li key={mail.sentAt + mail.subject} className={styles.mail}>
            <h2>{mail.subject}</h2>
            <p className="muted num">
              To {mail.to}, {new Date(mail.sentAt).toLocaleString()}
            </p>
            <p className={styles.text}>{withLinks(mail.text)}</p>
          </li>
        ))}
      </ul>
      {mails?.length === 0 && (
        <EmptyState drawing="/illustrations/empty-messages.svg" title="No mail yet" level="h2">
          {address.trim() === "" ? "Mail to anybody appears here." : "Mail to this address appears here."}
        </EmptyState>
      )}
    </>
  );
}

/** Turns the addresses in a text into links. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, place) =>
    place % 2 === 1 ? (
      <a key={place} href={part}>
        {part}
      </a>
    ) : (
      <Fragment key={place}>{part}</Fragment>
    ),
  );
}

import { useRef } from "react";
import { dayIn, shortDay } from "../../../shared/kit/dates.ts";
import { unblockPerson } from "../../client/safety/blocking.ts";
import { useRows, type RowWithStatus } from "../../client/sync/rows.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Section } from "../../ui/display/section.tsx";
import { useFocusAfterRemoval } from "../../ui/hooks/use-focus-after-removal.ts";
import styles from "./blocked-list.module.css";

const latestFirst = (a: RowWithStatus<"blockedPeople">, b: RowWithStatus<"blockedPeople">) =>
  a.createdAt < b.createdAt ? 1 : -1;

/** The people whom the user has blocked, also without a network. Blocking happens in a conversation or on a profile. */
export function BlockedList() {
  const blocked = useRows("blockedPeople", undefined, latestFirst);
  const box = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(box, {
    buttons: "li button",
    count: blocked?.length,
    headingOf: "section",
  });
  if (!blocked) return null;
  return (
    <Section title="Blocked people" id="blocked">
      <div ref={box} {...focusAfterRemoval}>
        {blocked.length === 0 ? (
          <p className="hint">None. Block somebody in the menu of a conversation, or on their profile.</p>
        ) : (
          <ul className={styles.panel}>
            {blocked.map(({ blockedId, name, createdAt, waiting }) => (
              <li key={blockedId}>
                <Avatar name={name} url={null} />
                <div>
                  <p className={styles.name}>{name}</p>
                  <p className="hint">
                    {waiting ? "Waiting to sync" : `Blocked on ${shortDay(dayIn(new Date(createdAt)))}`}
                  </p>
                </div>
                <Button variant="quiet" size="sm" onClick={() => void unblockPerson({ id: blockedId, name })}>
                  Unblock<span className="vh"> {name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

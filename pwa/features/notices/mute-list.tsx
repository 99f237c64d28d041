import { useRef } from "react";
import type { Mute } from "../../../shared/domain/notices.ts";
import { dayIn, shortDay } from "../../../shared/kit/dates.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Section } from "../../ui/display/section.tsx";
import { useFocusAfterRemoval } from "../../ui/hooks/use-focus-after-removal.ts";
import styles from "./settings.module.css";

/** Muted conversations; muting happens in the conversation. */
export function MuteList({ mutes, unmute }: { mutes: readonly Mute[]; unmute: (peerId: string) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(box, {
    buttons: "li button",
    count: mutes.length,
    headingOf: "section",
  });
  return (
    <Section title="Muted conversations">
      <div ref={box} {...focusAfterRemoval}>
        {mutes.length === 0 ? (
          <p className="hint">None. Mute one with the bell at the top of its conversation.</p>
        ) : (
          <ul className={styles.panel}>
            {mutes.map(({ peerId, name, avatarUrl, until }) => (
              <li key={peerId} className={styles.device}>
                <Avatar name={name} url={avatarUrl} />
                <div>
                  <p className={styles.name}>{name}</p>
                  <p className="hint">
                    {until === null ? "Muted until you unmute" : `Muted until ${shortDay(dayIn(new Date(until)))}`}
                  </p>
                </div>
                <Button variant="quiet" size="sm" onClick={() => unmute(peerId)}>
                  Unmute<span className="vh"> {name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

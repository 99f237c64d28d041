// The user's notification settings: kinds by channel, quiet hours, lock screen text.
import type { NoticeSettings } from "../../../shared/domain/notices.ts";
import { kindNames, noticeChannels, noticeKinds } from "../../../shared/domain/notices-rules.ts";
import type { OwnSettings } from "../../client/push/notice-settings.ts";
import { Section } from "../../ui/display/section.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Select } from "../../ui/form/select.tsx";
import styles from "./settings.module.css";

const channelNames = { push: "Push", email: "Email" };

type Part = { settings: NoticeSettings; change: OwnSettings["change"] };

/** Kinds of notification by channel; every switch takes effect at once. */
export function Kinds({ settings, change }: Part) {
  return (
    <Section title="What you hear about">
      <div className={styles.panel}>
        <div className={styles.kindsHead} aria-hidden="true">
          {noticeChannels.map((channel) => (
            <span key={channel}>{channelNames[channel]}</span>
          ))}
        </div>
        {noticeKinds.map((kind) => (
          <div key={kind} role="group" aria-label={kindNames[kind]} className={styles.kind}>
            <span className={styles.name}>{kindNames[kind]}</span>
            {noticeChannels.map((channel) => (
              <Switch
                key={channel}
                className={styles.bare}
                label={`${kindNames[kind]}, ${channelNames[channel]}`}
                checked={settings.notices[kind][channel]}
                onChange={(isOn) => change({ notices: { [kind]: { [channel]: isOn } } })}
              >
                {null}
              </Switch>
            ))}
          </div>
        ))}
      </div>
      <p className={`hint ${styles.under}`}>
        An e-mail is sent only when something is unread for 15 minutes and no push has reached you.
      </p>
    </Section>
  );
}

/** The hours are in the time zone in which the user set them. */
export function QuietHours({ settings: { quietHours }, change }: Part) {
  const { on, from, until } = quietHours;
  const set = (fields: Partial<typeof quietHours>) =>
    change({ quietHours: { ...fields, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } });
  return (
    <Section title="When">
      <div className={styles.panel}>
        <Switch
          className={styles.row}
          checked={on}
          onChange={(isOn) => set({ on: isOn })}
          hint={`Push waits until ${until}. Email does not.`}
        >
          <span className={styles.name}>Quiet hours</span>
        </Switch>
        {on && (
          <div className={styles.hours}>
            <Hour label="From" value={from} onChange={(clock) => set({ from: clock })} />
            <Hour label="Until" value={until} onChange={(clock) => set({ until: clock })} />
            <p className="hint">Times in {quietHours.timeZone.replaceAll("_", " ")}.</p>
          </div>
        )}
      </div>
    </Section>
  );
}

function Hour({ label, value, onChange }: { label: string; value: string; onChange: (clock: string) => void }) {
  return <Select label={label} value={value} onChange={onChange} options={clocks(value)} />;
}

/** Every half hour, plus the current value when it is another time. */
function clocks(set: string): { value: string; label: string }[] {
  const halves = Array.from({ length: 48 }, (_, at) => `${String(at >> 1).padStart(2, "0")}:${at % 2 ? "30" : "00"}`);
  return [...new Set([...halves, set])].sort().map((clock) => ({ value: clock, label: clock }));
}

export function Privacy({ settings: { hideText }, change }: Part) {
  return (
    <Section title="Privacy">
      <div className={styles.panel}>
        <Switch
          className={styles.row}
          checked={hideText}
          onChange={(isOn) => change({ hideText: isOn })}
          hint="Shows “New message” without the name or the words."
        >
          <span className={styles.name}>Hide text on lock screen</span>
        </Switch>
      </div>
    </Section>
  );
}

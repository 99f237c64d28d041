import { ShieldAlert, ShieldCheck } from "../../ui/icons/icons.ts";
import { useEffect, useRef, useState } from "react";
import { counted, grouped } from "../../../shared/kit/counted.ts";
import { asOfLabel, dayWithYear } from "../../../shared/kit/dates.ts";
import { useCatalogue } from "../../client/catalogue/use-catalogue.ts";
import { followPacks } from "../../client/packs/check-packs.ts";
import { useHeldHere, type HeldHere } from "../../client/packs/held-here.ts";
import { removeAllPacks, removePack } from "../../client/packs/remove-packs.ts";
import { askForPromise, useStoragePromise } from "../../client/packs/storage-promise.ts";
import { usePacks } from "../../client/packs/use-packs.ts";
import { deviceWord } from "../../client/shell/device-word.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { useFocusAfterRemoval } from "../../ui/hooks/use-focus-after-removal.ts";
import { useNow } from "../../ui/hooks/use-now.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { PackList } from "./pack-list.tsx";
import { inMegabytes, megabytes } from "./pack-words.ts";
import row from "./pack-row.module.css";
import styles from "./on-this-device.module.css";

/** Packs with their sizes, what else is here, and what the browser promises. */
export function OnThisDevice({ userId }: { userId: string }) {
  const packs = usePacks(userId);
  const held = useHeldHere();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(list, { buttons: "li button", count: packs.length });
  useEffect(() => followPacks(), []);
  const packBytes = packs.reduce((sum, { state, bytes }) => sum + (state === "kept" ? bytes : 0), 0);
  const count = packs.length === 1 ? "1 pack" : `${packs.length} packs`;
  return (
    <div className={styles.columns}>
      <div className={styles.room}>
        {held && <Meter held={held} packBytes={packBytes} />}
        <Promise />
      </div>
      <div className={styles.lists}>
        <section aria-labelledby="packs-title" ref={list} {...focusAfterRemoval}>
          <div className={styles.head}>
            <h2 id="packs-title">Packs</h2>
            <span className="muted num" role="status">
              {count}, {megabytes(packBytes)}
            </span>
          </div>
          {packs.length > 0 ? (
            <PackList userId={userId} packs={packs} onRemove={(pack) => removePack(userId, pack)} />
          ) : (
            <p className={styles.empty}>
              Keep a saved aircraft or an accepted booking, and it opens here without signal.
            </p>
          )}
        </section>
        {held && <AlsoHere held={held} />}
      </div>
      <div className={styles.end}>
        {packs.length > 0 && (
          <Button full variant="danger" onClick={() => setAsking(true)}>
            Remove All Packs
          </Button>
        )}
        <p className="hint">
          Signing out removes your packs from this {deviceWord()}. Your favorites and bookings stay in your account.
        </p>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove all packs?"
        actionLabel="Remove All Packs"
        onAction={() => {
          setAsking(false);
          void removeAllPacks(userId);
        }}
      >
        {count}, {megabytes(packBytes)}. Your favorites and bookings stay.
      </ConfirmDialog>
    </div>
  );
}

function Meter({ held, packBytes }: { held: HeldHere; packBytes: number }) {
  const { quota, airfields, catalogueBytes, waiting } = held;
  const publicBytes = catalogueBytes + (airfields?.bytes ?? 0);
  const total = packBytes + publicBytes + waiting.bytes;
  const parts = [
    { name: "Packs", bytes: packBytes, look: styles.ink },
    { name: "Catalogue and airfields", bytes: publicBytes, look: styles.blue },
    { name: "Waiting to send", bytes: waiting.bytes, look: styles.gray },
  ];
  const said = parts.map(({ name, bytes }) => `${name.toLowerCase()} ${inMegabytes(bytes)}`).join(", ");
  return (
    <div className={styles.meterBox}>
      <p>
        <b className={styles.total}>{megabytes(total)}</b>{" "}
        {quota !== null && <span className="muted">of {megabytes(quota)} this browser allows</span>}
      </p>
      <div className={styles.meter} role="img" aria-label={`${megabytes(total)}: ${said}`}>
        {parts.map(
          ({ name, bytes, look }) =>
            bytes > 0 && <i key={name} className={look} style={{ width: `${(bytes / total) * 100}%` }} />,
        )}
      </div>
      <ul className={styles.key}>
        {parts.map(({ name, bytes, look }) => (
          <li key={name}>
            <i className={look} />
            {name} {megabytes(bytes)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the browser promised, in words. Nothing where it cannot say. */
function Promise() {
  const promise = useStoragePromise();
  if (promise === "unknown") return null;
  if (promise === "given") {
    return (
      <div className={classNames(row.row, row.framed, row.ok)} role="status">
        <span className={row.mark}>
          <Icon of={ShieldCheck} />
        </span>
        <span className={row.title}>Protected</span>
        <span className={row.line}>The browser keeps it until you remove it.</span>
      </div>
    );
  }
  const line =
    promise === "refused"
      ? "This browser gave no promise to keep packs."
      : "This browser may clear packs when space runs low.";
  return (
    <div className={classNames(row.row, row.framed, row.wait)} role="status">
      <span className={row.mark}>
        <Icon of={ShieldAlert} />
      </span>
      <span className={row.title}>May be cleared</span>
      <span className={row.line}>{line}</span>
      {promise === "none" && (
        <Button size="sm" className={row.action} onClick={() => void askForPromise()}>
          Protect
        </Button>
      )}
    </div>
  );
}

function AlsoHere({ held: { airfields, catalogueBytes, waiting } }: { held: HeldHere }) {
  const { total, asOf } = useCatalogue({}, "newest");
  const now = useNow();
  const things = [
    airfields && {
      name: "Airfields",
      words: `${grouped(airfields.count)}, FAA data of ${dayWithYear(airfields.cycle)}`,
      bytes: airfields.bytes,
    },
    {
      name: "Catalogue",
      words: `${grouped(total)} aircraft.${asOf ? ` Prices from ${asOfLabel(asOf, now)}.` : ""}`,
      bytes: catalogueBytes,
    },
    waiting.bytes > 0 && {
      name: "Waiting to send",
      words: `${waitingWords(waiting)}. Cannot be removed here.`,
      bytes: waiting.bytes,
    },
  ];
  return (
    <section aria-labelledby="also-title">
      <div className={styles.head}>
        <h2 id="also-title">Also here</h2>
      </div>
      <ul className={styles.also}>
        {things.map(
          (thing) =>
            thing && (
              <li key={thing.name}>
                <p>
                  <b>{thing.name}</b>
                  <span>{thing.words}</span>
                </p>
                <b className="num">{megabytes(thing.bytes)}</b>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}

/** `2 messages and 1 picture` */
function waitingWords({ messages, pictures, others }: HeldHere["waiting"]): string {
  const parts = [
    messages > 0 && counted(messages, "message"),
    pictures > 0 && counted(pictures, "picture"),
    others > 0 && counted(others, "change"),
  ].filter((part) => part !== false);
  return new Intl.ListFormat("en-US", { type: "conjunction" }).format(parts);
}

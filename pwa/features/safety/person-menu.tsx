import { Ban, Bell, BellOff, EllipsisVertical, Flag, UserCheck } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { reporterWords } from "../../../shared/domain/safety/report-rules.ts";
import { useIsReported, type ReportSubject } from "../../client/safety/reporting.ts";
import { useMute } from "../../client/push/notice-settings.ts";
import { unblockPerson, useIsBlocked } from "../../client/safety/blocking.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Menu, type MenuAction } from "../../ui/overlay/menu.tsx";
import { BlockDialog } from "./block-dialog-lazy.ts";
import { ReportDialog } from "./report-dialog-lazy.ts";

type Person = { id: string; name: string };

/** What a user can do about another person: mute, block or report them. Not rendered while the rows are not known. */
export function PersonMenu({ person }: { person: Person }) {
  const isBlocked = useIsBlocked(person.id);
  const [isBlocking, setBlocking] = useState(false);
  const subject: ReportSubject = { targetType: "user", targetId: person.id, name: person.name };
  const isReported = useIsReported(subject);
  const [isReporting, setReporting] = useState(false);
  const { isMuted, setMuted } = useMute(person.id);
  if (isBlocked === undefined) return null;
  const mute: MenuAction[] =
    isMuted === null
      ? []
      : [
          {
            icon: isMuted ? Bell : BellOff,
            words: `${isMuted ? "Unmute" : "Mute"} ${person.name}`,
            onSelect: () => setMuted(!isMuted),
          },
        ];
  const report: MenuAction = isReported
    ? { icon: Flag, words: reporterWords.open }
    : { icon: Flag, words: `Report ${person.name}`, onSelect: () => setReporting(true) };
  const actions: MenuAction[] = [
    ...mute,
    isBlocked
      ? { icon: UserCheck, words: `Unblock ${person.name}`, onSelect: () => void unblockPerson(person) }
      : { icon: Ban, words: `Block ${person.name}`, onSelect: () => setBlocking(true) },
    report,
  ];
  return (
    <>
      <Menu actions={actions}>
        <IconButton icon={EllipsisVertical} label={`More about ${person.name}`} small />
      </Menu>
      {isBlocking && <BlockDialog person={person} onClose={() => setBlocking(false)} />}
      {isReporting && <ReportDialog subject={subject} onClose={() => setReporting(false)} />}
    </>
  );
}

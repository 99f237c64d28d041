import { Ban, UserCheck } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { unblockPerson, useIsBlocked } from "../../client/safety/blocking.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { BlockDialog } from "./block-dialog-lazy.ts";
import { ReportButton } from "./report-button.tsx";

/** The actions against another person on their profile. Not rendered for guests, and while the rows are not known. */
export function ProfileSafety({ person }: { person: { id: string; name: string } }) {
  const isBlocked = useIsBlocked(person.id);
  const [isBlocking, setBlocking] = useState(false);
  if (isBlocked === undefined) return null;
  return (
    <>
      <Button full onClick={() => (isBlocked ? void unblockPerson(person) : setBlocking(true))}>
        <Icon of={isBlocked ? UserCheck : Ban} size="s" />
        {isBlocked ? "Unblock" : "Block"} {person.name}
      </Button>
      <ReportButton
        full
        subject={{ targetType: "user", targetId: person.id, name: person.name }}
        label={`Report ${person.name}`}
      />
      {isBlocking && <BlockDialog person={person} onClose={() => setBlocking(false)} />}
    </>
  );
}

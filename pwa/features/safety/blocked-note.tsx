import { Ban } from "../../ui/icons/icons.ts";
import { unblockPerson } from "../../client/safety/blocking.ts";
import { Button } from "../../ui/actions/button.tsx";
import { PinnedNote } from "../../ui/overlay/pinned-note.tsx";

/** In the place of the field for a message: whom the user has blocked, and the way back. */
export function BlockedNote({ person }: { person: { id: string; name: string } }) {
  return (
    <PinnedNote
      icon={Ban}
      action={
        <Button size="sm" onClick={() => void unblockPerson(person)}>
          Unblock<span className="vh"> {person.name}</span>
        </Button>
      }
    >
      You blocked {person.name}. Neither of you can write.
    </PinnedNote>
  );
}

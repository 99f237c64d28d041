import { Ban } from "lucide-react";
import { unblockPerson } from "../../client/safety/blocking.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./blocked-note.module.css";

/** In the place of the field for a message: whom the user has blocked, and the way back. */
export function BlockedNote({ person }: { person: { id: string; name: string } }) {
  return (
    <div className={styles.note} data-pinned="">
      <p>
        <Icon of={Ban} size="s" />
        <span>You blocked {person.name}. Neither of you can write.</span>
      </p>
      <Button size="sm" onClick={() => void unblockPerson(person)}>
        Unblock<span className="vh"> {person.name}</span>
      </Button>
    </div>
  );
}

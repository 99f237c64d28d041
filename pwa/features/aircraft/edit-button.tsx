import { Pencil } from "../../ui/icons/icons.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { useOnline } from "../../client/api/online.ts";
import { useAuth } from "../../client/session/session.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import styles from "./detail-bar.module.css";

type EditButtonProps = {
  plane: Aircraft;
  /** The refused entry of this listing: the form continues it instead of starting a new edit. */
  refusedEntry: string | undefined;
};

/** Owners can edit their listings offline; admins need a connection. */
function useOpenListingForm({ plane, refusedEntry }: EditButtonProps) {
  const { user } = useAuth();
  const isDisabled = !useOnline() && user?.id !== plane.ownerId;
  const edit = () => openDialog({ name: "listing", ...(refusedEntry ? { entryId: refusedEntry } : { plane }) });
  return { isDisabled, edit };
}

/** An icon button that opens the listing form. */
export function EditButton(props: EditButtonProps) {
  const { plane } = props;
  const { isDisabled, edit } = useOpenListingForm(props);
  return (
    <IconButton
      icon={Pencil}
      label={`Edit ${plane.name}`}
      title={isDisabled ? "Needs a connection" : undefined}
      disabled={isDisabled}
      aria-haspopup="dialog"
      className={styles.round}
      onClick={edit}
    />
  );
}

/** The same action as a labeled button, in place of Book Now. */
export function EditAircraftButton({ className, ...props }: EditButtonProps & { className?: string }) {
  const { isDisabled, edit } = useOpenListingForm(props);
  return (
    <Button aria-haspopup="dialog" disabled={isDisabled} className={className} onClick={edit}>
      <Icon of={Pencil} size="s" />
      Edit Aircraft
    </Button>
  );
}

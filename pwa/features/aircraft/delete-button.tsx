import { Trash2 } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { ApiError } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { keepPageDuringDeletion } from "../../client/listings/own-detail.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import styles from "./detail-bar.module.css";

const ConfirmDialog = lazyComponent(async () => (await import("../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog, {
  dismiss: ({ onClose }) => onClose(),
});

/** Deletes a listing after confirmation, then goes to home. Owners can delete their listings offline; admins need a connection. */
export function DeleteButton({ plane }: { plane: { id: string; name: string; ownerId: string } }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { user } = useAuth();
  const isOnline = useOnline();
  const navigate = useNavigate();
  const isOwn = user?.id === plane.ownerId;
  const isDisabled = !isOnline && !isOwn;

  const remove = async () => {
    setBusy(true);
    const endDeletion = keepPageDuringDeletion(plane.id);
    try {
      const { deleteAircraft } = await import("../../client/listings/listings.ts");
      const outcome = await deleteAircraft(plane, isOwn);
      if (outcome.kind === "refused") throw new Error(outcome.message);
      toast({
        title: "Aircraft Deleted",
        description: outcome.kind === "done" ? plane.name : `${plane.name}. Goes out when you have signal.`,
        kind: outcome.kind === "done" ? "ok" : "wait",
      });
      void navigate("/");
    } catch (error) {
      endDeletion();
      const isSaid = error instanceof Error && !(error instanceof ApiError && error.status === 0);
      const description = (isSaid && error.message) || "Failed to delete aircraft. Please try again.";
      toast({ title: "Error", description, kind: "bad" });
      setBusy(false);
      setAsking(false);
    }
  };

  return (
    <>
      <IconButton
        icon={Trash2}
        label={`Delete ${plane.name}`}
        title={isDisabled ? "Needs a connection" : undefined}
        disabled={isDisabled}
        className={styles.round}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={`Delete ${demoNameParts(plane.name)[0]}?`}
          actionLabel="Delete Aircraft"
          actionIcon={Trash2}
          onAction={() => void remove()}
          busy={isBusy}
        >
          This cannot be undone. The listing, its pictures and its favorites go with it.
        </ConfirmDialog>
      )}
    </>
  );
}

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { ApiError, call } from "../../client/call.ts";
import { useOnline } from "../../client/online.ts";
import { toast } from "../../client/toasts.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { latePart } from "../../ui/late-part.tsx";
import styles from "./detail-bar.module.css";

const ConfirmDialog = latePart(
  async () => (await import("../../ui/confirm-dialog.tsx")).ConfirmDialog,
  ({ onClose }) => {
    onClose();
    toast({ title: "Needs a connection", description: "Deleting is not possible without one.", kind: "bad" });
  },
);

/** Deletes a listing after asking, and goes home. For its owner and admins. */
export function DeleteButton({ plane }: { plane: { id: string; name: string } }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isOnline = useOnline();
  const navigate = useNavigate();

  const remove = async () => {
    setBusy(true);
    try {
      await call("aircraft.delete", { id: plane.id });
      toast({ title: "Aircraft Deleted", description: plane.name });
      void navigate("/");
    } catch (error) {
      const reason = error instanceof ApiError && error.status > 0 ? error.message : "";
      const description = reason || "Failed to delete aircraft. Please try again.";
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
        title={isOnline ? undefined : "Needs a connection"}
        disabled={!isOnline}
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

// A dialog with one form; its foot has Cancel and Save.
import { useId, type ReactNode, type RefObject } from "react";
import { Button } from "../actions/button.tsx";
import { Dialog } from "./dialog.tsx";

type FormDialogProps = {
  title: string;
  /** Runs when the user closes the dialog without Cancel or Save. */
  onClose: () => void;
  onCancel: () => void;
  onSubmit: () => Promise<void>;
  isBusy: boolean;
  form: RefObject<HTMLFormElement | null>;
  className: string | undefined;
  /** Shown before the word Save. */
  saveIcon?: ReactNode;
  /** Shown above the form. */
  note?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

export function FormDialog(props: FormDialogProps) {
  const { title, onClose, onCancel, onSubmit, isBusy, form, className, saveIcon, note, children } = props;
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            {saveIcon}
            {isBusy ? "Saving..." : "Save"}
          </Button>
        </>
      }
    >
      {note}
      <form
        ref={form}
        id={formId}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

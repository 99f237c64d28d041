import { useId, type ReactNode, type SubmitEvent } from "react";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { useOnline } from "../../../client/api/online.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { PasswordField } from "../../../ui/form/password-field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { NeedsConnection } from "../needs-connection.tsx";
import styles from "./account-card.module.css";

type AccountDialogProps = {
  user: OwnUser;
  title: string;
  description?: string | undefined;
  /** Text of the button that submits the form. */
  action: string;
  isDanger?: boolean;
  isBusy: boolean;
  /** Content above the form. */
  before?: ReactNode;
  onSubmit: (form: HTMLFormElement) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** A form about the own account, which needs a connection. A second press while it is busy does nothing. */
export function AccountDialog({ user, isBusy, onClose, ...props }: AccountDialogProps) {
  const formId = useId();
  const isOnline = useOnline();
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy) void props.onSubmit(event.currentTarget);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={props.title}
      description={props.description}
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={props.isDanger ? "danger" : "secondary"}
            type="submit"
            form={formId}
            busy={isBusy}
            disabled={!isOnline}
          >
            {props.action}
          </Button>
        </>
      }
    >
      {props.before}
      <form
        id={formId}
        className={classNames(styles.form, props.description && styles.afterText)}
        noValidate
        onSubmit={submit}
      >
        {/* Tells password managers whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {props.children}
        <NeedsConnection />
      </form>
    </Dialog>
  );
}

type OwnPasswordProps = { value: string; onChange: (value: string) => void; error: string | null };

/** Asks the user for the password of the own account. */
export function OwnPassword(props: OwnPasswordProps) {
  return <PasswordField label="Password" name="password" autoComplete="current-password" {...props} />;
}

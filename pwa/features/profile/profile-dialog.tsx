import { CircleAlert, Save } from "../../ui/icons/icons.ts";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { DialogRequest } from "../../client/shell/dialogs.ts";
import { dropPictures } from "../../client/pictures/form-pictures.ts";
import { waitingProfile, type ProfileForm } from "../../client/edits/profile.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { usePictureAddress } from "../../client/pictures/local-pictures.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { DraftNote } from "../../ui/display/draft-note.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useProfileForm } from "./use-profile-form.ts";
import styles from "./profile-dialog.module.css";

export type ProfileDialogProps = {
  request: Extract<DialogRequest, { name: "profile" }>;
  onClose: () => void;
  /** Renders the control that chooses a picture. */
  upload: (onPicked: (picture: string) => void) => ReactNode;
};

/** Edits the user's own profile, or continues a waiting or refused edit. */
export function ProfileDialog({ request, onClose, upload }: ProfileDialogProps) {
  const { user } = useAuth();
  const { entryId = null } = request;
  const [wanted, setWanted] = useState<Partial<ProfileForm> | null>(entryId === null ? {} : null);
  useEffect(() => {
    if (entryId === null) return;
    let isWanted = true;
    const found = (input: Partial<ProfileForm> | null) => {
      if (!isWanted) return;
      if (input) return setWanted(input);
      onClose();
      toast({ title: "This is no longer waiting.", kind: "wait" });
    };
    waitingProfile(entryId).then(found, () => found(null));
    return () => {
      isWanted = false;
    };
  }, [entryId, onClose]);
  if (!user || !wanted) return null;
  return <Form user={user} wanted={wanted} entryId={entryId} onClose={onClose} upload={upload} />;
}

type FormProps = {
  user: OwnUser;
  wanted: Partial<ProfileForm>;
  entryId: string | null;
} & Omit<ProfileDialogProps, "request">;

function Form({ user, wanted, entryId, onClose, upload }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const profile = useProfileForm({ user, wanted, entryId, form, onClose });
  const { values, problems, isBusy, change } = profile;
  return (
    <FormDialog
      // Every other way to close the dialog keeps the draft.
      onClose={onClose}
      onCancel={profile.cancel}
      onSubmit={profile.submit}
      title="Edit Profile"
      isBusy={isBusy}
      form={form}
      className={styles.form}
      saveIcon={<Icon of={Save} size="s" />}
      note={profile.isBack && <DraftNote onDiscard={profile.startOver} disabled={isBusy} />}
    >
      <AvatarField
        name={values.name}
        avatarUrl={values.avatarUrl}
        error={problems.avatarUrl}
        onChange={(avatarUrl) => change({ avatarUrl })}
        upload={upload}
      />
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        value={values.name}
        onChange={(name) => change({ name })}
        error={problems.name}
        data-autofocus=""
      />
      <TextArea
        label="Bio"
        name="bio"
        rows={5}
        hint="What others should know before they fly with you or rent from you. Up to 2,000 characters."
        value={values.bio}
        onChange={(bio) => change({ bio })}
        error={problems.bio}
      />
      <div>
        <Switch
          checked={values.isOwner}
          onChange={(isOwner) => change({ isOwner })}
          hint="Makes mine an owner account, which can list aircraft."
        >
          I also own aircraft
        </Switch>
        <Problem text={problems.userType} />
      </div>
    </FormDialog>
  );
}

type AvatarFieldProps = {
  name: string;
  avatarUrl: string | null;
  error: string | undefined;
  onChange: (avatarUrl: string | null) => void;
  upload: FormProps["upload"];
};

function AvatarField({ name, avatarUrl, error, onChange, upload }: AvatarFieldProps) {
  const address = usePictureAddress(avatarUrl ?? "");
  const put = (next: string | null) => {
    if (avatarUrl !== null) void dropPictures([avatarUrl]);
    onChange(next);
  };
  return (
    <div role="group" aria-label="Profile picture">
      <div className={styles.avatar}>
        <Avatar name={name} url={address} size="l" />
        <div className={styles.tools}>
          {upload(put)}
          {avatarUrl !== null && (
            <Button variant="quiet" onClick={() => put(null)}>
              Remove picture
            </Button>
          )}
        </div>
      </div>
      <Problem text={error} />
    </div>
  );
}

function Problem({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className={styles.problem}>
      {text && (
        <>
          <Icon of={CircleAlert} size="s" />
          {text}
        </>
      )}
    </p>
  );
}

// Connects the profile form with its picture upload, so that features/profile does not import features/pictures.
import { PictureUpload } from "../../features/pictures/picture-upload.tsx";
import { ProfileDialog, type ProfileDialogProps } from "../../features/profile/profile-dialog.tsx";

const upload: ProfileDialogProps["upload"] = (onPicked) => <PictureUpload onComplete={onPicked} />;

export function ProfileDialogWithPicture(props: Omit<ProfileDialogProps, "upload">) {
  return <ProfileDialog {...props} upload={upload} />;
}

// The profile's form with its picture, which is a subject of its own.
import { PictureUpload } from "../../features/pictures/picture-upload.tsx";
import { ProfileDialog as Form, type ProfileDialogProps } from "../../features/profile/profile-dialog.tsx";

const upload: ProfileDialogProps["upload"] = (onPicked) => <PictureUpload onComplete={onPicked} />;

export function ProfileDialog(props: Omit<ProfileDialogProps, "upload">) {
  return <Form {...props} upload={upload} />;
}

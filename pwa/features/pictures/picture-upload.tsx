import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { MAX_PICTURE_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { toast } from "../../client/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { latePart } from "../../ui/late-part.tsx";

const Uploader = latePart(
  async () => (await import("./uploader.tsx")).Uploader,
  ({ onClose }) => {
    onClose();
    toast({ kind: "bad", title: "Needs a connection", description: "This part is not on this device yet." });
  },
);

interface PictureUploadProps {
  /** What stands in a form for the picture; `isSent` tells whether it is on the server already. */
  onComplete: (mark: string, isSent: boolean) => void;
  maxNumberOfFiles?: number;
  maxFileSize?: number;
  variant?: "secondary" | "quiet";
  className?: string | undefined;
  isInvalid?: boolean;
}

/** A button that opens the uploader, whose code is fetched then. */
export function PictureUpload({
  onComplete,
  maxNumberOfFiles = 1,
  maxFileSize = MAX_PICTURE_BYTES,
  variant = "secondary",
  className,
  isInvalid,
}: PictureUploadProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        className={className}
        aria-haspopup="dialog"
        aria-invalid={isInvalid || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon of={ImagePlus} size="l" />
        Add picture
      </Button>
      {isOpen && (
        <Uploader
          maxNumberOfFiles={maxNumberOfFiles}
          maxFileSize={maxFileSize}
          onComplete={onComplete}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

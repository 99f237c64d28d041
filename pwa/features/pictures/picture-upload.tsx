import { ImagePlus } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { MAX_PICTURE_BYTES } from "../../../shared/domain/uploads-rules.ts";
import type { GetUploadParameters } from "../../client/pictures/form-pictures.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";

const Uploader = lazyComponent(async () => (await import("./uploader.tsx")).Uploader, {
  dismiss: ({ onClose }) => onClose(),
});

type PictureUploadProps = {
  /** Receives the picture's path or local id; `isSent` is true when the server already has it. */
  onComplete: (mark: string, isSent: boolean) => void;
  maxNumberOfFiles?: number;
  maxFileSize?: number;
  /** Number of pictures that the form has already. */
  before?: number;
  /** Returns the upload address; by default the device's queue asks the server. */
  getUploadParameters?: GetUploadParameters;
  /** The outline button by default. */
  variant?: "secondary" | "quiet";
  label?: string;
  className?: string | undefined;
  isInvalid?: boolean;
};

/** A button that opens the uploader and fetches its code. */
export function PictureUpload({
  onComplete,
  maxNumberOfFiles = 1,
  maxFileSize = MAX_PICTURE_BYTES,
  before,
  getUploadParameters,
  variant = "secondary",
  label = "Add picture",
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
        <Icon of={ImagePlus} />
        {label}
      </Button>
      {isOpen && (
        <Uploader
          maxNumberOfFiles={maxNumberOfFiles}
          maxFileSize={maxFileSize}
          before={before}
          getUploadParameters={getUploadParameters}
          onComplete={onComplete}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { MAX_PICTURE_BYTES } from "../../../shared/domain/uploads-rules.ts";
import type { GetUploadParameters } from "../../client/pictures/form-pictures.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";

const Uploader = lazyComponent(async () => (await import("./uploader.tsx")).Uploader, {
  dismiss: ({ onClose }) => onClose(),
});

interface PictureUploadProps {
  /** What stands in a form for the picture; `isSent` tells whether it is on the server already. */
  onComplete: (mark: string, isSent: boolean) => void;
  maxNumberOfFiles?: number;
  maxFileSize?: number;
  /** Fetches where the bytes of a picture go; without it the device's queue asks the server. */
  getUploadParameters?: GetUploadParameters;
  /** The outline button unless another is asked for. */
  variant?: "secondary" | "quiet";
  className?: string | undefined;
  isInvalid?: boolean;
}

/** A button that opens the uploader, whose code is fetched then. */
export function PictureUpload({
  onComplete,
  maxNumberOfFiles = 1,
  maxFileSize = MAX_PICTURE_BYTES,
  getUploadParameters,
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
          getUploadParameters={getUploadParameters}
          onComplete={onComplete}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

// The modal uploader: choosing, looking at, changing and sending one picture. Fetched when it is opened.
import { Dialog as Radix } from "radix-ui";
import { useEffect, useRef } from "react";
import type { GetUploadParameters } from "../../client/pictures/form-pictures.ts";
import { useTheme } from "../../client/shell/theme.ts";
import { useFocusReturn } from "../../ui/hooks/focus-return.ts";
import { useOverlayEntry } from "../../ui/overlay/overlay-history.ts";
import { makeUppy } from "./make-uppy.ts";
import styles from "./uploader.module.css";

interface UploaderProps {
  maxNumberOfFiles: number;
  maxFileSize: number;
  getUploadParameters?: GetUploadParameters | undefined;
  /** What stands in a form for a picture; `isSent` tells whether it is on the server already. */
  onComplete: (mark: string, isSent: boolean) => void;
  onClose: () => void;
}

/** Lies over the form's dialog and takes its place in what focus and screen readers may reach. */
export function Uploader(props: UploaderProps) {
  const focus = useFocusReturn();
  useOverlayEntry(true, props.onClose);
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Content
          role="presentation"
          aria-describedby={undefined}
          className={styles.layer}
          onOpenAutoFocus={(event) => {
            // The uploader puts the focus where it belongs itself.
            event.preventDefault();
            focus.remember();
          }}
          onCloseAutoFocus={focus.giveBack}
          // Escape is the uploader's: it closes its panels first.
          onEscapeKeyDown={(event) => event.preventDefault()}
        >
          <Radix.Title className="vh">Add a picture</Radix.Title>
          <Host {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Inside the portal, which is drawn a moment after what is around it. */
function Host({ maxNumberOfFiles, maxFileSize, ...callbacks }: UploaderProps) {
  const host = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  useEffect(() => {
    if (!host.current) return;
    return makeUppy({
      target: host.current,
      theme,
      maxNumberOfFiles,
      maxFileSize,
      getUploadParameters: latest.current.getUploadParameters,
      onComplete: (mark, isSent) => latest.current.onComplete(mark, isSent),
      onClose: () => latest.current.onClose(),
    });
  }, [theme, maxNumberOfFiles, maxFileSize]);

  return <div ref={host} className={styles.host} />;
}

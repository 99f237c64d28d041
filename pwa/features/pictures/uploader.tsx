// The modal uploader: selects, previews, edits and sends one picture. Fetched on opening.
import * as Radix from "@radix-ui/react-dialog";
import { useEffect, useRef, useState } from "react";
import type { GetUploadParameters } from "../../client/pictures/form-pictures.ts";
import { useTheme } from "../../client/shell/theme.ts";
import { useFocusReturn } from "../../ui/hooks/focus-return.ts";
import { useOverlayEntry } from "../../ui/overlay/overlay-history.ts";
import { makeUppy } from "./make-uppy.ts";
import "./uploader-icons.css";
import "./uploader-panels.css";
import styles from "./uploader.module.css";

type UploaderProps = {
  maxNumberOfFiles: number;
  maxFileSize: number;
  /** Number of pictures that the form has already. */
  before?: number | undefined;
  getUploadParameters?: GetUploadParameters | undefined;
  /** Receives the picture's path or local id; `isSent` is true when the server already has it. */
  onComplete: (mark: string, isSent: boolean) => void;
  onClose: () => void;
};

/** Lies over the form's dialog and is the only part reachable by focus and screen readers. */
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
            // Uppy sets the initial focus itself.
            event.preventDefault();
            focus.remember();
          }}
          onCloseAutoFocus={focus.restore}
          // An open panel takes Escape first, then Uppy.
          onEscapeKeyDown={(event) => event.preventDefault()}
        >
          <Radix.Title className="vh">Add a picture</Radix.Title>
          <Host {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The content of the portal, which mounts after its parent. */
function Host({ maxNumberOfFiles, maxFileSize, before, ...callbacks }: UploaderProps) {
  const host = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  // Each uploaded file changes the form's free slots, but not the limit of an open uploader.
  const [limits] = useState({ maxNumberOfFiles, maxFileSize, before });
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  // Back closes an open panel first, as Escape does.
  const [isPanelOpen, setPanelOpen] = useState(false);
  const made = useRef<ReturnType<typeof makeUppy> | null>(null);
  useOverlayEntry(isPanelOpen, () => void made.current?.closePanel());

  useEffect(() => {
    if (!host.current) return;
    const uppy = makeUppy({
      target: host.current,
      ...limits,
      getUploadParameters: latest.current.getUploadParameters,
      onComplete: (mark, isSent) => latest.current.onComplete(mark, isSent),
      onPanel: setPanelOpen,
      onClose: () => latest.current.onClose(),
    });
    made.current = uppy;
    return uppy.remove;
  }, [limits]);
  // The chosen pictures stay when the theme changes.
  useEffect(() => made.current?.setTheme(theme), [theme]);

  return <div ref={host} className={styles.host} />;
}

// Stands where a part belongs whose code is not here yet. Part of the first load: it has to work where nothing else does.
import { useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "../actions/button.tsx";
import styles from "./missing-component.module.css";

interface MissingPartProps {
  /** False while the code is still being fetched. */
  isMissing: boolean;
  /** In the page instead of over it. */
  isInline: boolean;
  onRetry: () => void;
  onClose: () => void;
}

export function MissingComponent({ isInline, ...props }: MissingPartProps) {
  if (isInline) return <Words {...props} isInline />;
  if (props.isMissing) return <OverPage {...props} />;
  return (
    <div className={styles.loading}>
      <Words {...props} isInline={false} />
    </div>
  );
}

/** The browser's own dialog: over everything, Escape and the focus are its business. */
function OverPage(props: Omit<MissingPartProps, "isInline">) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Not on this device yet"
      className={styles.over}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <Words {...props} isInline={false} />
    </dialog>
  );
}

function Words({ isMissing, isInline, onRetry, onClose }: MissingPartProps) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isMissing) retry.current?.focus();
  }, [isMissing]);
  return (
    <div className={styles.words}>
      <p role={isMissing ? "alert" : "status"}>
        {isMissing ? <b>Not on this device yet</b> : "Loading..."}
        {isMissing && <span>This part opens when you have signal.</span>}
      </p>
      <div className={styles.actions}>
        {isMissing && (
          <Button ref={retry} size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
        {!isInline && (
          <Button variant="quiet" size="sm" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </div>
  );
}

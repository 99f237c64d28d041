// Shows that a component's code is not loaded yet. Part of the first load, since it must work without a network.
import { useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "../actions/button.tsx";
import styles from "./missing-component.module.css";

type MissingComponentProps = {
  /** False while the code is still loading. */
  isMissing: boolean;
  /** In the page instead of over it. */
  isInline: boolean;
  onRetry: () => void;
  onClose: () => void;
};

export function MissingComponent({ isInline, ...props }: MissingComponentProps) {
  if (isInline) return <StatusAndActions {...props} isInline />;
  if (props.isMissing) return <ModalStatus {...props} />;
  return (
    <div className={styles.loading}>
      <StatusAndActions {...props} isInline={false} />
    </div>
  );
}

/** A native modal dialog: the browser handles the top layer, Escape and the focus. */
function ModalStatus(props: Omit<MissingComponentProps, "isInline">) {
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
      <StatusAndActions {...props} isInline={false} />
    </dialog>
  );
}

function StatusAndActions({ isMissing, isInline, onRetry, onClose }: MissingComponentProps) {
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

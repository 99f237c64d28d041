import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import styles from "./error-boundary.module.css";

interface State {
  hasFailed: boolean;
}

/** Keeps the rest of the screen alive when a page breaks, and says in plain words what can be done. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error("A page stopped working.", error, info.componentStack);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={styles.failed} role="alert">
        <h1 tabIndex={-1}>{navigator.onLine ? "This page stopped working" : "Needs a connection"}</h1>
        <p>
          {navigator.onLine
            ? "Nothing you saved on this device is lost. Reload to try again."
            : "This page is not on this device yet. It opens when you have signal."}
        </p>
        <div className={styles.actions}>
          <Button onClick={() => location.reload()}>Reload</Button>
          <Button variant="quiet" onClick={() => location.assign("/")}>
            Back to Home
          </Button>
        </div>
      </div>
    );
  }
}

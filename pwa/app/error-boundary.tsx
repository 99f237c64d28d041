import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "../ui/actions/button.tsx";
import { ComponentUnavailable, useOnceOnline } from "../ui/hooks/lazy-component.tsx";
import styles from "./error-boundary.module.css";

type State = {
  failed: "no" | "broken" | ComponentUnavailable;
};

/** Keeps the layout working when a page throws or its code is missing, and tells the user what to do. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: "no" };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error instanceof ComponentUnavailable ? error : "broken" };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    if (!(error instanceof ComponentUnavailable)) console.error("A page stopped working.", error, info.componentStack);
  }

  override componentWillUnmount() {
    this.forget();
  }

  forget() {
    if (this.state.failed instanceof ComponentUnavailable) this.state.failed.forget();
  }

  override render() {
    const { failed } = this.state;
    if (failed === "no") return this.props.children;
    if (failed instanceof ComponentUnavailable) {
      const retry = () => {
        this.forget();
        this.setState({ failed: "no" });
      };
      return <PageUnavailable onRetry={retry} />;
    }
    return (
      <div className={styles.failed} role="alert">
        <h1 tabIndex={-1}>This page stopped working</h1>
        <p>Nothing you saved on this device is lost. Reload to try again.</p>
        <div className={styles.actions}>
          <Button onClick={() => location.reload()}>Reload</Button>
          <BackToHome />
        </div>
      </div>
    );
  }
}

function PageUnavailable({ onRetry }: { onRetry: () => void }) {
  useOnceOnline(true, onRetry);
  return (
    <div className={styles.failed} role="alert">
      <h1 tabIndex={-1}>Not on this device yet</h1>
      <p>This page opens when you have signal.</p>
      <div className={styles.actions}>
        <Button onClick={onRetry}>Try again</Button>
        <BackToHome />
      </div>
    </div>
  );
}

function BackToHome() {
  return (
    <Button variant="quiet" onClick={() => location.assign("/")}>
      Back to Home
    </Button>
  );
}

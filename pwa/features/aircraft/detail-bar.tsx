import { ArrowLeft } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./detail-bar.module.css";

type DetailBarProps = {
  /** On a phone the buttons float over the picture. */
  onPicture?: boolean;
  children?: ReactNode;
};

/** The back link at the left, the aircraft's actions at the right. */
export function DetailBar({ onPicture, children }: DetailBarProps) {
  const state = useLocation().state as { canGoBack?: boolean } | null;
  const navigate = useNavigate();
  const canGoBack = state?.canGoBack === true;
  const goBack = (event: MouseEvent) => {
    // Goes back in history when possible, so that the list keeps its filters and scroll position.
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <div className={classNames(styles.bar, onPicture && styles.onPicture)}>
      <Link to="/" className={classNames(styles.tool, styles.back)} onClick={goBack}>
        <Icon of={ArrowLeft} />
        <span className={styles.word}>Back</span>
      </Link>
      <div className={styles.tools}>{children}</div>
    </div>
  );
}

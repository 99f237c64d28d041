import { ArrowLeft } from "../../ui/icons/icons.ts";
import type { MouseEvent, ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { pillPlace } from "../../client/shell/pill-place.ts";
import { Link } from "../../ui/actions/link.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./detail-bar.module.css";

type DetailBarProps = {
  /** On a phone the buttons float over the picture. */
  onPicture?: boolean;
  children?: ReactNode;
};

/** Whether the previous entry of the history is Home; false where the browser does not say. */
function isHomeBefore(): boolean {
  if (!("navigation" in window)) return false;
  const { currentEntry } = window.navigation;
  // The list contains entries of this origin only.
  const before = currentEntry && window.navigation.entries()[currentEntry.index - 1];
  return Boolean(before?.url && new URL(before.url).pathname === "/");
}

/** The back link at the left, the aircraft's actions at the right. */
export function DetailBar({ onPicture, children }: DetailBarProps) {
  const state = useLocation().state as { canGoBack?: boolean } | null;
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    // Goes back in history when possible, so that the list keeps its filters and scroll position. A card's link that was followed
    // before the app started left no state.
    const canGoBack = state?.canGoBack === true || isHomeBefore();
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <div className={classNames(styles.bar, onPicture && styles.onPicture)}>
      <div className={styles.start}>
        <Link to="/" className={classNames(styles.tool, styles.back)} onClick={goBack}>
          <Icon of={ArrowLeft} />
          <span className={styles.word}>Back</span>
        </Link>
        {/* On a phone this page hides the header, which has the pill elsewhere. */}
        {onPicture && <div ref={pillPlace} className="mob" data-on-picture="" />}
      </div>
      <div className={styles.tools}>{children}</div>
    </div>
  );
}

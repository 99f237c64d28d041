import type { ReactNode } from "react";
import type { ReadingHandlers } from "../../client/shell/use-timed-redirect.ts";
import styles from "./account-screen.module.css";

type AccountScreenProps = {
  title: string;
  intro?: ReactNode;
  /** On a page that redirects by itself: detects whether the user is reading it. */
  reading?: ReadingHandlers;
  children: ReactNode;
};

/** The layout of verify, forgot and reset: plain on a phone, a panel on a tablet, beside a picture on a desktop. */
export function AccountScreen({ title, intro, reading, children }: AccountScreenProps) {
  return (
    <div className={styles.halves}>
      <div className={styles.left}>
        <section className={styles.panel} aria-labelledby="account-screen-title" {...reading}>
          <div>
            <h1 id="account-screen-title" tabIndex={-1}>
              {title}
            </h1>
            {intro}
          </div>
          {children}
        </section>
      </div>
      <div className={styles.picture} aria-hidden="true">
        <div className={styles.edge} />
        <div className={styles.scene} />
      </div>
    </div>
  );
}

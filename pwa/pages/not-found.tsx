import { usePageTitle } from "../client/shell/page-title.ts";
import { ButtonLink } from "../ui/actions/button.tsx";
import { RollingDigits } from "../ui/display/rolling-digits.tsx";
import styles from "./not-found.module.css";

export function NotFoundPage() {
  usePageTitle("Page Not Found");
  return (
    <div className={styles.page}>
      <RollingDigits digits="404" />
      <h1 tabIndex={-1}>404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <ButtonLink to="/">Back to Home</ButtonLink>
    </div>
  );
}

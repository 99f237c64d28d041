import { ArrowLeft } from "../../ui/icons/icons.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./accounts.module.css";

export function BackToLogIn() {
  return (
    <Button variant="quiet" className={styles.back} onClick={() => openDialog({ name: "auth", tab: "login" })}>
      <Icon of={ArrowLeft} />
      Back to Log In
    </Button>
  );
}

import { ArrowLeft } from "lucide-react";
import { openDialog } from "../../client/dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./accounts.module.css";

export function BackToLogIn() {
  return (
    <Button variant="quiet" className={styles.back} onClick={() => openDialog({ name: "auth", tab: "login" })}>
      <Icon of={ArrowLeft} />
      Back to Log In
    </Button>
  );
}

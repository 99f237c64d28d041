import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { openDialog, type DialogRequest } from "../../client/shell/dialogs.ts";
import { useGoToVerify } from "../../client/shell/return-place.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Logo } from "../../ui/display/logo.tsx";
import { Tabs } from "../../ui/display/tabs.tsx";
import type { Credentials } from "./credentials.ts";
import { LogInForm } from "./log-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import styles from "./accounts.module.css";

export type AuthDialogProps = {
  request: Extract<DialogRequest, { name: "auth" }>;
  onClose: () => void;
};

export function AuthDialog({ request, onClose }: AuthDialogProps) {
  const [tab, setTab] = useState(request.tab ?? "login");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const navigate = useNavigate();
  const goToVerify = useGoToVerify();
  const credentials: Credentials = { email, password, setEmail, setPassword };
  const { next } = request;
  const then = (move: () => void) => () => {
    onClose();
    move();
  };
  const openNext = (user: OwnUser) => {
    onClose();
    // A guest may turn out to be the owner whom they wanted to write to.
    const isToOneself = next?.name === "message" && next.recipient.id === user.id;
    if (next && !isToOneself) openDialog(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Welcome to Tailhour"
      description={request.why}
      head={<Logo />}
      bodyClassName={styles.dialogBody}
    >
      <Tabs
        label="Log in or sign up"
        value={tab}
        onChange={setTab}
        panelClassName={styles.panelOfTab}
        tabs={[
          {
            value: "login",
            label: "Log In",
            panel: (
              <LogInForm
                credentials={credentials}
                onDone={openNext}
                onForgot={then(() => void navigate("/forgot-password"))}
              />
            ),
          },
          {
            value: "signup",
            label: "Sign Up",
            panel: <SignUpForm credentials={credentials} onDone={then(() => goToVerify(next))} />,
          },
        ]}
      />
    </Dialog>
  );
}

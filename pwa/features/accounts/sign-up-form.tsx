import { Plane, Warehouse } from "../../ui/icons/icons.ts";
import { useState, type SubmitEvent } from "react";
import { textPages } from "../../../shared/pages.ts";
import { ApiError } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { usePasswordMin } from "../../client/session/password-min.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { ChoiceCards } from "../../ui/form/choice-cards.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { Credentials } from "./credentials.ts";
import { FormProblem } from "./form-problem.tsx";
import { NeedsConnection } from "./needs-connection.tsx";
import styles from "./accounts.module.css";

const kinds = [
  { value: "pilot", label: "Pilot", icon: Plane },
  { value: "owner", label: "Aircraft Owner", icon: Warehouse },
] as const;

export function SignUpForm({ credentials, onDone }: { credentials: Credentials; onDone: () => void }) {
  const { signup } = useAuth();
  const isOnline = useOnline();
  const min = usePasswordMin();
  const [name, setName] = useState("");
  const [userType, setUserType] = useState<"pilot" | "owner">("pilot");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string; fields: Record<string, string> } | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setProblem(null);
    try {
      const memberSince = String(new Date().getFullYear());
      const { message } = await signup({
        email: credentials.email,
        password: credentials.password,
        name,
        userType,
        memberSince,
      });
      onDone();
      toast({
        title: "Account created!",
        description: message ?? "Please check your email for a verification code.",
      });
    } catch (error) {
      const text = error instanceof Error ? error.message : "Signup failed. Please try again.";
      setProblem({ text, fields: error instanceof ApiError ? error.fields : {} });
      toast({ kind: "bad", title: "Error", description: text });
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    } finally {
      setBusy(false);
    }
  }

  const fields = problem?.fields ?? {};
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Full name"
        name="name"
        autoComplete="name"
        value={name}
        onChange={setName}
        error={fields["name"]}
        data-autofocus=""
      />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        value={credentials.email}
        onChange={credentials.setEmail}
        error={fields["email"]}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        value={credentials.password}
        onChange={credentials.setPassword}
        hint={`At least ${min} characters.`}
        error={fields["password"]}
      />
      <ChoiceCards label="I am a" options={kinds} value={userType} onChange={setUserType} />
      <FormProblem text={problem && Object.keys(fields).length === 0 ? problem.text : null} />
      <p className={styles.free}>
        By creating an account you agree to the{" "}
        <Link to={textPages.terms} target="_blank">
          Terms
        </Link>{" "}
        and have read{" "}
        <Link to={textPages.privacy} target="_blank">
          Privacy
        </Link>
        .
      </p>
      <div className={styles.action}>
        <Button type="submit" variant="primary" size="lg" full busy={isBusy} disabled={!isOnline}>
          {isBusy ? "Creating account..." : "Create Account"}
        </Button>
        <NeedsConnection />
      </div>
      <p className={styles.free}>Free to use. No listing fees, no commissions.</p>
    </form>
  );
}

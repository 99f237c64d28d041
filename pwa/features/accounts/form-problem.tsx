import { CircleAlert } from "lucide-react";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./accounts.module.css";

/** What the server said about the whole form; read out when it appears. */
export function FormProblem({ text }: { text: string | null }) {
  return (
    <div role="alert" className={text ? styles.problem : undefined}>
      {text && (
        <>
          <Icon of={CircleAlert} size="s" />
          {text}
        </>
      )}
    </div>
  );
}

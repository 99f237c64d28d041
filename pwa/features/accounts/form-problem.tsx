import { CircleAlert } from "../../ui/icons/icons.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./accounts.module.css";

/** The server's message about the whole form, announced when it appears. */
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

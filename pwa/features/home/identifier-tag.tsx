import { spelled } from "../../../shared/domain/airfields/identifiers.ts";
import { matchedIdentifier } from "../../../shared/domain/airfields/search.ts";
import { Matched } from "./matched.tsx";
import styles from "./identifier-tag.module.css";

type IdentifierTagProps = {
  id: string;
  /** The airfield's name, for screen readers. */
  name: string;
  /** Text whose letters are underlined. */
  typed?: string;
};

/** An identifier in its frame; screen readers spell it. */
export function IdentifierTag({ id, name, typed = "" }: IdentifierTagProps) {
  return (
    <span className={styles.tag} role="img" aria-label={[spelled(id), name].filter(Boolean).join(", ")}>
      <Matched parts={matchedIdentifier(id, typed)} />
    </span>
  );
}

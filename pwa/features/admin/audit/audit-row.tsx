import { memo } from "react";
import type { AuditEntry } from "../../../../shared/domain/safety/audit.ts";
import { actionWords } from "../../../../shared/domain/safety/audit-rules.ts";
import { Fact } from "../admin-table.tsx";
import { changesOf, whenOf } from "./audit-words.ts";
import { Link } from "../../../ui/actions/link.tsx";
import tableStyles from "../table.module.css";
import styles from "./audit-row.module.css";

export const auditHeads = ["Action", "About", "Change", "By", "When"];
export const auditColumns = "minmax(190px, 1fr) minmax(130px, 0.7fr) minmax(170px, 1fr) max-content max-content";

/** One act of an admin, with the reason below it. */
export const AuditRow = memo(function AuditRow({ entry }: { entry: AuditEntry }) {
  const { admin, target, action, reason, at } = entry;
  const changes = changesOf(entry);
  return (
    <div role="row" className={tableStyles.row}>
      <div role="rowheader" className={tableStyles.name}>
        <div className={tableStyles.words}>
          <p className={tableStyles.title}>
            <b>{actionWords(action)}</b>
          </p>
          {reason !== null && <p className={tableStyles.second}>{reason}</p>}
        </div>
      </div>
      <Fact head="About" className={styles.wraps}>
        <Target target={target} />
      </Fact>
      <Fact head="Change" className={styles.wraps}>
        {changes.length === 0 ? (
          <span className="muted">No values kept</span>
        ) : (
          <ul className={styles.changes}>
            {changes.map(({ field, before, after }) => (
              <li key={field}>
                <span className={styles.field}>{field}</span>{" "}
                <span>
                  {before} {before !== undefined && after !== undefined && <span aria-label="became">→</span>} {after}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact head="By">{admin.name}</Fact>
      <Fact head="When" className={`${tableStyles.right} num`}>
        <time dateTime={at}>{whenOf(at)}</time>
      </Fact>
    </div>
  );
});

function Target({ target: { type, id, name } }: { target: AuditEntry["target"] }) {
  if (type === "user") return <Link to={`/profile/${id}`}>{name}</Link>;
  if (type === "aircraft") return <Link to={`/aircraft/${id}`}>{name}</Link>;
  return <span>{name}</span>;
}

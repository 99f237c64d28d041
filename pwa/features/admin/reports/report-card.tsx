import type { ReactNode } from "react";
import type { AdminReport, PersonFacts } from "../../../../shared/domain/safety/reports.ts";
import {
  actionLabels,
  reasonLabels,
  reportActions,
  type ReportAction,
} from "../../../../shared/domain/safety/report-rules.ts";
import { counted } from "../../../../shared/kit/counted.ts";
import { useOnline } from "../../../client/api/online.ts";
import { Link } from "../../../ui/actions/link.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { whenOf } from "../audit/audit-words.ts";
import styles from "./reports-panel.module.css";

type ReportCardProps = { report: AdminReport; onAct: (action: ReportAction) => void };

/** One report: the reason, what was reported, who did and about whom, and the actions while it is open. */
export function ReportCard({ report, onAct }: ReportCardProps) {
  const isOnline = useOnline();
  const { targetType, targetName, why, words, status, createdAt, reporter, about, action, closedBy, closedAt } = report;
  const actions = reportActions.filter((one) => one !== "hide-listing" || targetType === "aircraft");
  return (
    <article className={styles.card} aria-label={`${reasonLabels[why]}: ${targetName}`}>
      <div className={styles.top}>
        <h3>
          {reasonLabels[why]}: <Target report={report} />
        </h3>
        <time dateTime={createdAt}>{whenOf(createdAt)}</time>
      </div>
      {words && <p className={styles.words}>{words}</p>}
      <EvidenceOf report={report} />
      <dl className={styles.people}>
        <div>
          <dt>Reported by</dt>
          <Facts person={reporter} />
        </div>
        <div>
          <dt>About</dt>
          <Facts person={about} />
        </div>
      </dl>
      {status === "open" ? (
        <div className={styles.actions}>
          {actions.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === "deactivate" ? "danger" : "secondary"}
              disabled={!isOnline}
              title={isOnline ? undefined : "Needs a connection"}
              onClick={() => onAct(one)}
            >
              {actionLabels[one]}
            </Button>
          ))}
        </div>
      ) : (
        <p className="muted">
          {action && doneWords[action]} by {closedBy ?? "a former member"}
          {closedAt && `, ${whenOf(closedAt)}`}
        </p>
      )}
    </article>
  );
}

const doneWords: Readonly<Record<ReportAction, string>> = {
  dismiss: "Dismissed",
  warn: "Warned",
  "hide-listing": "Listing hidden",
  deactivate: "Account deactivated",
};

function Target({ report: { targetType, targetId, targetName, about } }: { report: AdminReport }): ReactNode {
  if (targetType === "aircraft") return <Link to={`/aircraft/${targetId}`}>{targetName}</Link>;
  if (targetType === "review") return `review by ${targetName}`;
  return <Link to={`/profile/${about.id}`}>{targetName}</Link>;
}

function Facts({ person }: { person: PersonFacts }) {
  const { id, name, userType, memberSince, verified, isActive, isAdmin, sent, received } = person;
  const facts = [
    userType === "owner" ? "Aircraft Owner" : "Pilot",
    `since ${memberSince}`,
    verified && "verified",
    isAdmin && "admin",
    !isActive && "deactivated",
    `${counted(sent, "report")} sent, ${received} received`,
  ];
  return (
    <dd>
      {isActive ? <Link to={`/profile/${id}`}>{name}</Link> : <b>{name}</b>}
      <br />
      {facts.filter(Boolean).join(", ")}
    </dd>
  );
}

/** The copies that the reporter included, as they were then. */
function EvidenceOf({ report: { evidence, reporter, about } }: { report: AdminReport }) {
  const { messages, listing, review } = evidence;
  if (messages)
    return (
      <ul className={styles.evidence} aria-label="Reported messages">
        {messages.map(({ id, senderId, content, createdAt }) => (
          <li key={id}>
            <b>{senderId === about.id ? about.name : reporter.name}</b>{" "}
            <span className="muted">{whenOf(createdAt)}</span>
            {"\n"}
            {content}
          </li>
        ))}
      </ul>
    );
  if (listing)
    return (
      <div className={styles.evidence}>
        <p>
          <b>{listing.name}</b>, {listing.location}
        </p>
        {listing.description && <p>{listing.description}</p>}
      </div>
    );
  if (!review) return null;
  return (
    <div className={styles.evidence}>
      <p>
        <b>{counted(review.rating, "star")}</b>
      </p>
      <p>{review.comment}</p>
    </div>
  );
}

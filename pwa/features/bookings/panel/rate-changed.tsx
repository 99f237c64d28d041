import { CircleAlert } from "../../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import type { RefusedPrice } from "../../../client/bookings/refused-price.ts";
import { discard } from "../../../client/sync/sync-state.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { resendLabel, sendWith } from "../card/unsent-request.ts";
import { sayProblem } from "../use-steps.ts";
import footStyles from "./book-foot.module.css";
import styles from "./rate-changed.module.css";

/** Says at which price the server accepts the request. */
export function RateChanged({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.question}>
      <Icon of={CircleAlert} />
      <span>{children}</span>
    </p>
  );
}

type ResendFootProps = { refused: RefusedPrice; onSent: () => void };

/** Instead of Book Now, for a request that was refused for its price or terms: sends it with the new ones, or not at all. */
export function ResendFoot({ refused, onSent }: ResendFootProps) {
  const { id, quote, question } = refused;
  return (
    <div className={footStyles.act}>
      <RateChanged>{question}</RateChanged>
      <Button
        variant="primary"
        full
        className={footStyles.book}
        onClick={() => void sendWith(refused, quote).then(onSent, sayProblem)}
      >
        {resendLabel(quote)}
      </Button>
      <Button variant="quiet" full className={styles.not} onClick={() => void discard(id).catch(sayProblem)}>
        Do not send
      </Button>
    </div>
  );
}

import { useNavigate } from "react-router-dom";
import { useCatalogue } from "../client/catalogue/use-catalogue.ts";
import { hasDialog, openDialog } from "../client/shell/dialogs.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { useAuth } from "../client/session/session.tsx";
import { Button } from "../ui/actions/button.tsx";
import styles from "./how-it-works.module.css";

const flows = [
  {
    title: "For owners",
    line: "Owners earn about $2,000-$5,000 per month.",
    picture: "/illustrations/jet-evening-hangar.svg",
    steps: [
      ["List it in under 5 minutes", "Make, model, rate, minimum hours and up to six pictures."],
      ["Approve each request", "A booking request arrives as a message with date, hours and total."],
      [
        "Fly on your terms",
        "Free with no commissions. Change the rate, the minimum hours or the pictures whenever you like.",
      ],
    ],
  },
  {
    title: "For pilots",
    line: "Find the aircraft, know the price, ask the owner.",
    picture: "/illustrations/composite-blue-sky.svg",
    steps: [
      ["Search by place, date and type", "Filter by price and seats; save favorites for the ramp."],
      ["Check the numbers", "Cruise, range, fuel and weight are on every page, with reviews from other pilots."],
      ["Request the hours", "Pick a date and duration. You are not charged when you ask."],
    ],
  },
] as const;

export function HowItWorksPage() {
  usePageTitle("How It Works");
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>How It Works</h1>
      <p className={styles.lead}>
        Owners set the hourly rate and approve every request. Pilots see the whole price before they ask.
      </p>
      <div className={styles.flows}>
        {flows.map((flow) => (
          <section key={flow.title} className={styles.flow}>
            <img src={flow.picture} alt="" loading="lazy" decoding="async" className={styles.picture} />
            <div className={styles.head}>
              <h2>{flow.title}</h2>
              <p>{flow.line}</p>
            </div>
            <ol>
              {flow.steps.map(([title, line], place) => (
                <li key={title} className={styles.step}>
                  <span className={styles.number} aria-hidden="true">
                    {place + 1}
                  </span>
                  <div>
                    <h3>{title}</h3>
                    <p>{line}</p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <ClosingSection />
    </div>
  );
}

function ClosingSection() {
  const { user } = useAuth();
  const navigate = useNavigate();
  const { state, total, locations } = useCatalogue({}, "newest");
  const isOwner = user?.userType === "owner" && hasDialog("listing");
  return (
    <section className={styles.closing}>
      <div>
        <h2>Ready when you are</h2>
        <p className="muted num" role="status">
          {state === "ready" && total > 0 && `${total} aircraft in ${locations.length} cities`}
        </p>
      </div>
      {isOwner ? (
        <Button variant="primary" className={styles.go} onClick={() => openDialog({ name: "listing" })}>
          List Your Aircraft
        </Button>
      ) : (
        <Button variant="primary" className={styles.go} onClick={() => void navigate("/#aircraft-listings")}>
          Browse Aircraft
        </Button>
      )}
    </section>
  );
}

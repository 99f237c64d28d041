import styles from "./hero.module.css";

/** The picture beside the headline; the page's head preloads it. */
export const HERO_PICTURE = "/illustrations/composite-clouds.svg";

/** The headline and a line of text beside a picture with a swept edge. */
export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.edge} />
      <img src={HERO_PICTURE} alt="" width={1200} height={800} fetchPriority="high" className={styles.picture} />
      <div className={`wrap ${styles.words}`}>
        <h1>Find Your Perfect Aircraft</h1>
        <p>Rent from trusted owners. Fly with confidence.</p>
      </div>
    </section>
  );
}

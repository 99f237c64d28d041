import styles from "./hero.module.css";

/** The picture beside the headline; its address is preloaded by the page's head. */
export const HERO_PICTURE = "/illustrations/composite-clouds.svg";

/** Headline and line on paper, the picture cut by the swept edge. */
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

import { useLocation } from "react-router-dom";
import type { SiteText } from "../../shared/domain/site.ts";
import { textPages, type TextName } from "../../shared/pages.ts";
import { usePageData } from "../client/api/page-data.ts";
import { useQuery } from "../client/api/query.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { useAbout } from "../client/site/about.ts";
import { OperatorCard } from "../features/site/operator-card.tsx";
import { TextBlocks } from "../features/site/text-blocks.tsx";
import { ButtonLink } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { Pending } from "../ui/display/pending.tsx";
import styles from "./text.module.css";

const HOUR_MS = 3_600_000;

/** Terms, privacy, help and license: the operator's text, or the built-in one. */
export function TextPage() {
  const name = nameOf(useLocation().pathname);
  const text = useText(name);
  const about = useAbout();
  usePageTitle(text?.title ?? "Tailhour");
  if (text === undefined) return <Pending />;
  if (text === null)
    return (
      <EmptyState level="h1" title="Needs a connection" action={<ButtonLink to="/">Back to Home</ButtonLink>}>
        This text opens when you have signal.
      </EmptyState>
    );
  const { title, isTemplate, blocks } = text;
  return (
    <article className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>{title}</h1>
      {isTemplate && (
        <p className={styles.template} role="note">
          <b>Template.</b> This example came with the software. It is not legal advice, and nobody has agreed to it. The
          operator of this site replaces it with their own text.
        </p>
      )}
      <TextBlocks blocks={blocks} level="h2" />
      {name === "contact" && about && <OperatorCard about={about} />}
    </article>
  );
}

/** The text in the document that the server rendered, else as the server or this device has it; undefined while loading, or null. */
function useText(name: TextName): SiteText | null | undefined {
  const data = usePageData();
  const inPage = data?.page === "text" && data.name === name ? data.text : null;
  const { result } = useQuery("site.text", inPage ? null : { name }, { freshFor: HOUR_MS });
  if (inPage) return inPage;
  if (result.state === "loading") return undefined;
  return result.state === "ready" ? result.data : null;
}

/** The router ignores case and slashes at the end. */
function nameOf(pathname: string): TextName {
  const address = pathname.toLowerCase().replace(/\/+$/, "");
  const found = Object.entries(textPages).find(([, path]) => path === address);
  return (found?.[0] ?? "contact") as TextName;
}

import { Fragment, type ReactNode } from "react";
import type { TextBlock, TextRun } from "../../../shared/domain/site.ts";
import { Link } from "../../ui/actions/link.tsx";
import styles from "./text-blocks.module.css";

type TextBlocksProps = {
  blocks: readonly TextBlock[];
  /** The level of the text's headings. */
  level: "h2" | "h3";
  /** A mark before each item of a list, by the heading above it. */
  markOf?: (heading: string) => ReactNode;
};

/** Renders a text of this site. Everything in it is data, so no markup of the operator reaches the page. */
export function TextBlocks({ blocks, level: Heading, markOf }: TextBlocksProps) {
  return (
    <div className={styles.text}>
      {blocks.map((block, place) => {
        if (block.kind === "heading") return <Heading key={place}>{block.text}</Heading>;
        if (block.kind === "paragraph")
          return (
            <p key={place}>
              <Runs runs={block.runs} />
            </p>
          );
        const mark = markOf?.(headingAbove(blocks, place));
        return (
          <ul key={place} className={mark ? styles.marked : styles.dotted}>
            {block.items.map((runs, item) => (
              <li key={item}>
                {mark}
                <span>
                  <Runs runs={runs} />
                </span>
              </li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}

function headingAbove(blocks: readonly TextBlock[], place: number): string {
  const found = blocks.slice(0, place).findLast((block) => block.kind === "heading");
  return found?.kind === "heading" ? found.text : "";
}

function Runs({ runs }: { runs: readonly TextRun[] }) {
  return runs.map(({ text, strong, href }, place) => {
    if (strong) return <b key={place}>{text}</b>;
    if (href === undefined) return <Fragment key={place}>{text}</Fragment>;
    if (href.startsWith("/"))
      return (
        <Link key={place} to={href}>
          {text}
        </Link>
      );
    return (
      <a key={place} href={href} rel="noopener noreferrer">
        {text}
      </a>
    );
  });
}

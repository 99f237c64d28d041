import { ChevronDown, Search } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useOnline } from "../../client/api/online.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { SelectButton, type SelectOption } from "../../ui/form/select-button.tsx";
import type { AdminList } from "./use-admin-list.ts";
import styles from "./list-panel.module.css";

type ListPanelProps = {
  title: string;
  /** Singular and plural of the items: "user" and "users". `total` is undefined while unknown. */
  nouns: readonly [one: string, many: string];
  total: number | undefined;
  list: Omit<AdminList<{ id: string }>, "replace">;
  q: string;
  onQ: (q: string) => void;
  searchLabel: string;
  sort: string;
  sorts: readonly SelectOption[];
  onSort: (sort: string) => void;
  children: ReactNode;
};

/** A list with search and order above, and a button for more rows below. */
export function ListPanel(props: ListPanelProps) {
  const { title, nouns, total, list, q, onQ, searchLabel, sort, sorts, onSort, children } = props;
  const titleId = useId();
  const isEmpty = list.state === "ready" && list.rows.length === 0;
  return (
    <section className={styles.panel} aria-labelledby={titleId} aria-busy={list.isBusy}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <p role="status" className="muted num">
          {countLine(list, q, nouns, total)}
        </p>
        <label className={styles.search}>
          <span className="vh">{searchLabel}</span>
          <Icon of={Search} />
          <input type="search" placeholder={searchLabel} value={q} onChange={(event) => onQ(event.target.value)} />
        </label>
        <SelectButton
          label={`Sort ${nouns[1]} by`}
          className={styles.sort}
          value={sort}
          options={sorts}
          onChange={onSort}
        >
          <span>{sorts.find(({ value }) => value === sort)?.label}</span>
          <Icon of={ChevronDown} size="s" />
        </SelectButton>
      </header>
      {list.rows.length > 0 && children}
      {isEmpty && (
        <p className={styles.nothing}>
          {q.trim() ? `No ${nouns[0]} fits that search.` : `There are no ${nouns[1]} yet.`}
        </p>
      )}
      <Foot list={list} nouns={nouns} />
    </section>
  );
}

function Foot({ list, nouns }: Pick<ListPanelProps, "list" | "nouns">) {
  const isOnline = useOnline();
  if (list.state === "loading" && isOnline) return <p className={styles.nothing}>Loading...</p>;
  if (list.state === "loading" || list.state === "failed")
    return (
      <div className={styles.foot}>
        <p role="alert">{isOnline ? `The ${nouns[1]} could not be loaded.` : "Needs a connection"}</p>
        <Button size="sm" busy={list.isBusy && isOnline} disabled={!isOnline} onClick={list.reload}>
          Try again
        </Button>
      </div>
    );
  if (!list.hasMore) return null;
  return (
    <div className={styles.foot}>
      <Button busy={list.isBusy} disabled={!isOnline} onClick={list.more}>
        {list.isBusy ? "Loading..." : `Show more ${nouns[1]}`}
      </Button>
    </div>
  );
}

function countLine(
  { state, rows, hasMore }: ListPanelProps["list"],
  q: string,
  [one, many]: ListPanelProps["nouns"],
  total: number | undefined,
): string {
  if (state !== "ready") return "";
  const words = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
  if (!q.trim()) return total === undefined ? "" : words(total);
  return hasMore ? `${rows.length} of more found` : `${words(rows.length)} found`;
}

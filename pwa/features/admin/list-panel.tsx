import { ChevronDown, Search } from "../../ui/icons/icons.ts";
import { useId, type ReactNode } from "react";
import { grouped } from "../../../shared/kit/counted.ts";
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
  /** Whether other fields than the search narrow the list. */
  isNarrowed?: boolean;
  searchLabel: string;
  order?: { sort: string; sorts: readonly SelectOption[]; onSort: (sort: string) => void };
  /** In the place of the order, for a list that has only one. */
  corner?: ReactNode;
  /** Fields that narrow the list, below its search. */
  filters?: ReactNode;
  children: ReactNode;
};

/** A list with search and order above, and a button for more rows below. */
export function ListPanel(props: ListPanelProps) {
  const { title, nouns, total, list, q, onQ, searchLabel, order, corner, filters, children } = props;
  const isSearch = q.trim() !== "" || (props.isNarrowed ?? false);
  const titleId = useId();
  const isEmpty = list.state === "ready" && list.rows.length === 0;
  return (
    <section className={styles.panel} aria-labelledby={titleId} aria-busy={list.isBusy}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <p role="status" className="muted num">
          {countLine(list, isSearch, nouns, total)}
        </p>
        <label className={styles.search}>
          <span className="vh">{searchLabel}</span>
          <Icon of={Search} />
          <input type="search" placeholder={searchLabel} value={q} onChange={(event) => onQ(event.target.value)} />
        </label>
        {order && (
          <SelectButton
            label={`Sort ${nouns[1]} by`}
            className={styles.sort}
            value={order.sort}
            options={order.sorts}
            onChange={order.onSort}
          >
            <span>{order.sorts.find(({ value }) => value === order.sort)?.label}</span>
            <Icon of={ChevronDown} size="s" />
          </SelectButton>
        )}
        {corner && <div className={styles.corner}>{corner}</div>}
        {filters && <div className={styles.filters}>{filters}</div>}
      </header>
      {list.rows.length > 0 && children}
      {isEmpty && (
        <p className={styles.nothing}>
          {isSearch ? `No ${nouns[0]} fits that search.` : `There are no ${nouns[1]} yet.`}
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
  isSearch: boolean,
  [one, many]: ListPanelProps["nouns"],
  total: number | undefined,
): string {
  if (state !== "ready") return "";
  const words = (count: number) => `${grouped(count)} ${count === 1 ? one : many}`;
  if (!isSearch) return total === undefined ? "" : words(total);
  return hasMore ? `${rows.length} of more found` : `${words(rows.length)} found`;
}

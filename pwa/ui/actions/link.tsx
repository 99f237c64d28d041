// A link to a page of the app. The router's own link brings 3 kB of code that prefetches data of routes, which this app has none of.
import type { AnchorHTMLAttributes, Ref } from "react";
import { useHref, useLinkClickHandler, type To } from "react-router-dom";

export type LinkProps = {
  to: To;
  /** Replaces the history entry instead of adding one. */
  replace?: boolean;
  /** Kept with the history entry. */
  state?: unknown;
  /** Leaves the address to the browser, for a file of the server. */
  reloadDocument?: boolean;
  ref?: Ref<HTMLAnchorElement>;
} & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/** An `onClick` that prevents the default keeps the page. A click with a modifier, or for another tab, is the browser's. */
export function Link({ to, replace, state, reloadDocument, onClick, target, ...rest }: LinkProps) {
  const open = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the children are among the rest
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && !reloadDocument) open(event);
      }}
    />
  );
}

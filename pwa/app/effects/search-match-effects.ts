// Shows a toast when an aircraft starts to match a saved search while the app is open.
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { useRows, type RowWithStatus } from "../../client/sync/rows.ts";
import { closeToast, toast } from "../../client/shell/toasts.ts";

type Search = RowWithStatus<"searches">;

/** Shows a toast for the newest new match. Matches in the first rows that the page reads are not new. */
export function useSearchMatches(): void {
  const navigate = useNavigate();
  const searches = useRows("searches");
  /** The latest match of each search that the user has seen here; null while the rows are loading. */
  const seen = useRef<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = searches ? new Map(searches.map(({ id, matchedAt }) => [id, matchedAt ?? ""])) : null;
    if (!searches || !before) return;
    const match = newestMatch(searches.filter((search) => isNew(search, before)));
    if (!match) return;
    const { name, matchedAircraftId, matchedAircraftName } = match;
    const shown = toast({
      title: matchedAircraftName ?? "New match",
      description: `New match for ${name}`,
      action: {
        label: "View",
        onPress: () => {
          closeToast(shown);
          void navigate(`/aircraft/${matchedAircraftId}`);
        },
      },
    });
  }, [searches, navigate]);
}

function isNew({ id, notify, matchedAt, matchedAircraftId }: Search, before: ReadonlyMap<string, string>): boolean {
  // A search created on another device arrives with older matches, which are not new.
  const known = before.get(id);
  return notify && matchedAircraftId !== null && matchedAt !== null && known !== undefined && matchedAt > known;
}

function newestMatch(found: readonly Search[]): Search | undefined {
  return [...found].sort((a, b) => ((a.matchedAt ?? "") < (b.matchedAt ?? "") ? 1 : -1))[0];
}

// Narrows a list to the aircraft near an airfield. The code and the index load only for such a search.
import { useEffect, useState } from "react";
import type { Near } from "../../../shared/domain/airfields/near.ts";
import type { NearList } from "../../client/airfields/near-list.ts";
import { useOnline } from "../../client/api/online.ts";
import type { CardList } from "../../client/catalogue/catalogue-view.ts";

/** Null without `near`. A changed list of cards replaces the last result when it is ready. */
export function useNearList(cards: CardList, near: Near | undefined, isNearestFirst: boolean): NearList | null {
  const [found, setFound] = useState<{ near: Near; list: NearList }>();
  const isOnline = useOnline();
  useEffect(() => {
    if (!near) return;
    let isWanted = true;
    const show = (list: NearList) => isWanted && setFound({ near, list });
    import("../../client/airfields/near-list.ts")
      .then(({ listNear }) => listNear(cards, near, isNearestFirst))
      .then(show, () => show({ state: "failed" }));
    return () => {
      isWanted = false;
    };
  }, [cards, near, isNearestFirst, isOnline]);
  if (!near) return null;
  return found?.near === near ? found.list : { state: "loading" };
}

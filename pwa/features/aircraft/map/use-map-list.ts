import { useEffect, useState } from "react";
import { listOnMap, type Area, type MapList } from "../../../client/airfields/map-list.ts";
import type { CardList } from "../../../client/catalogue/catalogue-view.ts";

/** The aircraft of a list by airfield, and only those of an area. The last result stays until the next is ready; null before the first. */
export function useMapList(cards: CardList | null, area: Area | null): MapList | null {
  const [list, setList] = useState<MapList | null>(null);
  useEffect(() => {
    if (!cards) return;
    let isWanted = true;
    void listOnMap(cards, area).then((found) => isWanted && setList(found));
    return () => {
      isWanted = false;
    };
  }, [cards, area]);
  return list;
}

// Finds the marks of a scale in a worker, and keeps those of the last scales.
import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { MarkFinder } from "./mark-finder.ts";
import type { Mark, Spot } from "./marks.ts";

/** The marks of so many scales are kept for a press that goes back. */
const KEPT_SCALES = 8;

/** The marks of a scale and of a size of letters; null before the map has its size. `before`: what was rendered until then. */
type Known = { scale: number; letters: number | null; marks: readonly Mark[]; before: readonly Mark[] };

/** The last marks until those of a new scale are known. `letters` is null before the map has its size. */
export function useMarks(
  spots: readonly Spot[],
  scale: number,
  letters: number | null,
  rendered: RefObject<readonly Mark[]>,
): Known {
  const [known, setKnown] = useState<Known>({ scale, letters: null, marks: [], before: [] });
  const kept = useRef<{ spots: readonly Spot[]; all: Omit<Known, "before">[] }>({ spots, all: [] });
  const [finder] = useState(() => new MarkFinder());
  useEffect(() => {
    finder.begin();
    return () => finder.end();
  }, [finder]);
  useLayoutEffect(() => {
    if (letters === null) return;
    let isWanted = true;
    if (kept.current.spots !== spots) kept.current = { spots, all: [] };
    const { all } = kept.current;
    const find = async () => {
      const known = all.find((one) => one.scale === scale && one.letters === letters);
      if (known) return known;
      return { scale, letters, marks: await finder.find(spots, scale, letters) };
    };
    void find().then((found) => {
      if (!isWanted) return;
      kept.current.all = [found, ...all.filter((one) => one !== found)].slice(0, KEPT_SCALES);
      const before = rendered.current;
      // React renders them in slices, too.
      startTransition(() => setKnown({ ...found, before }));
    });
    return () => {
      isWanted = false;
    };
  }, [spots, scale, letters, rendered, finder]);
  return known;
}

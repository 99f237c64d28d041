import { useEffect, useState, type FunctionComponent } from "react";

/**
 * A part whose code is fetched when it is first drawn. Without a network nothing breaks: `onMissing` is told, and
 * the next time it is drawn it is fetched again.
 */
export function latePart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  onMissing: (props: Props) => void = () => undefined,
): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined;
  return function LatePart(props: Props) {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (Loaded) return;
      let isWanted = true;
      load().then(
        (part) => {
          Loaded = part;
          if (isWanted) redraw((times) => times + 1);
        },
        () => isWanted && onMissing(props),
      );
      return () => {
        isWanted = false;
      };
      // eslint-disable-next-line react-hooks/exhaustive-deps -- once a drawing, reported with the props of then
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}

// Full-screen viewer of a listing's pictures. Built on Radix, so load it lazily.
import type { PictureInfo } from "../../../../shared/domain/uploads.ts";
import { ViewerFrame } from "../../../ui/viewer/viewer-frame.tsx";
import { AircraftName } from "../aircraft-name.tsx";
import { blurred } from "../blurred.ts";
import { Picture } from "../picture.tsx";
import type { Origin } from "./travel.ts";
import { Traveler } from "./traveler.tsx";
import styles from "./picture-viewer.module.css";

type PictureViewerProps = {
  name: string;
  addresses: readonly string[];
  areDrawings: boolean;
  known?: readonly PictureInfo[] | undefined;
  /** Index of the first picture to show. */
  first: number;
  onTurn: (place: number) => void;
  onClose: () => void;
  /** Focuses the control that belongs to the last shown picture. */
  returnFocus: () => void;
  /** Where the page shows the last shown picture; null if that is out of view. */
  originOf: () => Origin | null;
};

const drawingNames = ["Exterior", "Panel", "Cabin"];
/** Height of everything but the picture, in pixels. */
const AROUND_PX = 200;
const USUAL_SHAPE = 3 / 2;

export function PictureViewer(props: PictureViewerProps) {
  const { name, addresses, areDrawings, known, first, onTurn, onClose, returnFocus, originOf } = props;
  const nameOf = (at: number) => `${name}, picture ${at + 1} of ${addresses.length}`;
  const infoOf = (at: number) => known?.find(({ path }) => path === addresses[at]);
  const shapeOf = (at: number) => {
    const info = infoOf(at);
    return info ? info.width / info.height : USUAL_SHAPE;
  };
  return (
    <ViewerFrame
      title={<AircraftName name={name} />}
      word="Picture"
      keys={addresses}
      first={first}
      nameOf={nameOf}
      onTurn={onTurn}
      onClose={onClose}
      returnFocus={returnFocus}
      underTitle={(place) => areDrawings && <p className={styles.kind}>{drawingNames[place]}</p>}
      picture={(at, { isShown, enlarged, style }) => {
        const info = infoOf(at);
        return (
          <Picture
            src={addresses[at]!}
            alt={isShown ? nameOf(at) : ""}
            isUrgent
            isFirst={isShown}
            sizes={`calc(min(100vw, (100vh - ${AROUND_PX}px) * ${shapeOf(at).toFixed(3)}) * ${enlarged})`}
            {...(info ? { size: info, placeholder: blurred(info) } : {})}
            style={style}
          />
        );
      }}
      thumb={(at) => <Picture src={addresses[at]!} alt="" sizes="84px" />}
      overStage={(stage, place) => (
        <Traveler
          imageOf={() => stage.current?.querySelector<HTMLImageElement>("[aria-hidden=false] img")}
          shape={shapeOf(place)}
          originOf={originOf}
        />
      )}
      note={
        areDrawings && (
          <>
            <strong>Drawings of the type.</strong> No photos yet.{" "}
          </>
        )
      }
    />
  );
}

import { usePictureAddress } from "../../client/pictures/local-pictures.ts";
import { ChoiceCard } from "../../ui/form/choice-cards.tsx";
import { picturesOf, valueText } from "./conflict-words.ts";
import styles from "./conflict-dialog.module.css";

type ConflictSideProps = {
  /** Name of the radio group. */
  name: string;
  label: string;
  field: string;
  value: unknown;
  isChosen: boolean;
  onChoose: () => void;
};

/** Shows a picture not uploaded yet from its bytes on this device. */
function SidePicture({ src, alt }: { src: string; alt: string }) {
  return <img src={usePictureAddress(src)} alt={alt} width={72} height={48} />;
}

/** One of the two values of a field, as a large radio button. */
export function ConflictSide({ name, label, field, value, isChosen, onChoose }: ConflictSideProps) {
  const pictures = picturesOf(field, value);
  return (
    <ChoiceCard
      className={styles.side}
      name={name}
      required
      checked={isChosen}
      onChange={onChoose}
      head={<b>{label}</b>}
    >
      {pictures && pictures.length > 0 ? (
        <span className={styles.pictures}>
          {pictures.map((src, at) => (
            <SidePicture key={src} src={src} alt={`${label} ${at + 1}`} />
          ))}
        </span>
      ) : (
        <span className={styles.value}>{pictures ? "None" : valueText(field, value)}</span>
      )}
    </ChoiceCard>
  );
}

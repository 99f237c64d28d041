import { Share2 } from "../../ui/icons/icons.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./detail-bar.module.css";

/** Opens the system's share sheet, or copies the address when there is none. */
export function ShareButton({ plane }: { plane: { id: string; name: string } }) {
  const share = async () => {
    const url = new URL(`/aircraft/${plane.id}`, location.href).href;
    if (typeof navigator.share === "function") {
      // Closing the sheet rejects, but is no error.
      await navigator.share({ title: plane.name, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: "Link copied", description: "Paste it wherever you want to share it." });
    } catch {
      toast({ title: "Link not copied", description: url, kind: "bad" });
    }
  };
  return (
    <button type="button" className={styles.tool} onClick={() => void share()}>
      <Icon of={Share2} />
      <span className={styles.word}>Share</span>
    </button>
  );
}

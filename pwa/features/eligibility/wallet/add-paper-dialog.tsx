import { Camera, ImagePlus, X } from "../../../ui/icons/icons.ts";
import { useEffect, useRef, useState } from "react";
import {
  MAX_PAGES,
  MAX_SCAN_TITLE,
  scanKinds,
  scanLabels,
  type ScanKind,
} from "../../../../shared/domain/eligibility/scan-rules.ts";
import { counted } from "../../../../shared/kit/counted.ts";
import { RefusedFile } from "../../../client/pictures/prepare-picture.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import { preparePage, storeScan } from "../../../client/wallet/scans.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { PrivateNote } from "../../../ui/display/private-note.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { useFocusAfterRemoval } from "../../../ui/hooks/use-focus-after-removal.ts";
import { usePictureInputs } from "../../../ui/hooks/use-picture-inputs.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import styles from "./add-paper-dialog.module.css";

export type AddPaperDialogProps = { userId: string; onClose: () => void };

type Page = { url: string; data: Blob };

const kinds = scanKinds.map((value) => ({ value: value, label: scanLabels[value] }));

/** Photographs a paper, page by page, and stores it in the wallet of this device. */
export function AddPaperDialog({ userId, onClose }: AddPaperDialogProps) {
  const [kind, setKind] = useState<ScanKind>("certificate");
  const [title, setTitle] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const { pages, problems, isWorking, add, remove } = usePages();
  const form = useRef<HTMLFormElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(list, { buttons: "button", count: pages.length });

  async function save() {
    if (isWorking) return;
    setEmpty(pages.length === 0);
    if (pages.length === 0) return form.current?.querySelector<HTMLElement>("[data-add]")?.focus();
    setBusy(true);
    try {
      await storeScan(userId, { kind, title, pages: pages.map(({ data }) => data) });
      onClose();
    } catch {
      toast({ kind: "bad", title: "Not stored", description: `This ${deviceWord()} has no room, or stores nothing.` });
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title="Add paper"
      onClose={onClose}
      onCancel={onClose}
      onSubmit={save}
      isBusy={isBusy}
      form={form}
      className={styles.form}
      note={
        <PrivateNote main={`Stays on this ${deviceWord()}.`} className={styles.note}>
          An owner can open it only after you share it with one request. Place and time of the photograph are removed.
        </PrivateNote>
      }
    >
      <Select label="Paper" name="kind" value={kind} options={kinds} onChange={setKind} />
      <TextField
        label="Name"
        name="title"
        autoComplete="off"
        maxLength={MAX_SCAN_TITLE}
        hint="Optional, such as «Logbook, last page»."
        value={title}
        onChange={setTitle}
      />
      <div role="group" aria-labelledby="pages-label" ref={list} {...focusAfterRemoval}>
        <p id="pages-label" className={styles.label}>
          Pages
        </p>
        {pages.length > 0 && (
          <ol className={styles.pages}>
            {pages.map(({ url }, at) => (
              <li key={url}>
                <img src={url} alt={`Page ${at + 1}`} />
                <IconButton
                  icon={X}
                  small
                  shape="round"
                  label={`Remove page ${at + 1}`}
                  className={styles.remove}
                  disabled={isBusy}
                  onClick={() => remove(url)}
                />
              </li>
            ))}
          </ol>
        )}
        {pages.length < MAX_PAGES && (
          <PageInputs isBusy={isWorking} isInvalid={isEmpty && pages.length === 0} onFiles={add} />
        )}
        <div role="status" className={styles.problems}>
          {isWorking && <p>Preparing…</p>}
          {isEmpty && pages.length === 0 && !isWorking && <p className={styles.problem}>Add at least one page.</p>}
          {problems.map((problem) => (
            <p key={problem} className={styles.problem}>
              {problem}
            </p>
          ))}
        </div>
      </div>
    </FormDialog>
  );
}

/** The pages of the form, prepared one after the other. */
function usePages() {
  const [pages, setPages] = useState<readonly Page[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [working, setWorking] = useState(0);
  const current = useRef<readonly Page[]>([]);
  const end = useRef(Promise.resolve());
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
      for (const { url } of current.current) URL.revokeObjectURL(url);
    };
  }, []);
  const show = (next: readonly Page[]) => {
    current.current = next;
    setPages(next);
  };
  const addOne = async (file: File, place: number) => {
    try {
      const data = await preparePage(file, file.name);
      if (!isOver.current) show([...current.current, { data, url: URL.createObjectURL(data) }]);
    } catch (problem) {
      const words = problem instanceof RefusedFile ? problem.message : "this browser cannot read it.";
      setProblems((before) => [...before, `Page ${place + 1}: ${words}`]);
    } finally {
      setWorking((count) => count - 1);
    }
  };
  return {
    pages,
    problems,
    isWorking: working > 0,
    add(files: readonly File[]) {
      const start = current.current.length + working;
      const taken = files.slice(0, Math.max(0, MAX_PAGES - start));
      const leftOut = files.length - taken.length;
      setProblems(leftOut > 0 ? [`${MAX_PAGES} pages at most. ${counted(leftOut, "was", "were")} left out.`] : []);
      setWorking((count) => count + taken.length);
      end.current = taken.reduce((before, file, at) => before.then(() => addOne(file, start + at)), end.current);
    },
    remove(url: string) {
      URL.revokeObjectURL(url);
      show(current.current.filter((page) => page.url !== url));
    },
  };
}

type PageInputsProps = { isBusy: boolean; isInvalid: boolean; onFiles: (files: readonly File[]) => void };

/** Chooses files, and on a device that is used with a finger takes a photograph. */
function PageInputs({ isBusy, isInvalid, onFiles }: PageInputsProps) {
  const { isTouch, choose, photograph, inputs } = usePictureInputs(onFiles);
  return (
    <div className={styles.inputs} data-invalid={isInvalid || undefined}>
      {isTouch && (
        <Button size="sm" data-add="" busy={isBusy} onClick={photograph}>
          <Icon of={Camera} />
          Take picture
        </Button>
      )}
      <Button size="sm" data-add="" busy={isBusy} onClick={choose}>
        <Icon of={ImagePlus} />
        {isTouch ? "Choose" : "Choose pictures"}
      </Button>
      <span className="hint">Up to {MAX_PAGES} pages. JPEG, PNG, HEIC.</span>
      {inputs}
    </div>
  );
}

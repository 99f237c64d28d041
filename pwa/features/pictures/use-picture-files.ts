// Takes chosen or dropped files into a form's pictures, in their order.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { MAX_PICTURES } from "../../../shared/domain/aircraft-rules.ts";
import { isOnline } from "../../client/api/online.ts";
import { dropPictures, storePicture } from "../../client/pictures/form-pictures.ts";
import { preparePicture, RefusedFile } from "../../client/pictures/prepare-picture.ts";
import { toast } from "../../client/shell/toasts.ts";
import { addPicture, savedHere, tooMany, uploaded } from "./add-picture.ts";
import type { PictureState } from "./picture-states.ts";

type Options = {
  images: readonly string[];
  states: readonly PictureState[];
  onChange: (images: readonly string[]) => void;
};

export function usePictureFiles({ images, states, onChange }: Options) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  /** The form's pictures, including those added since its last render. */
  const current = useRef(images);
  const change = useRef(onChange);
  useLayoutEffect(() => {
    current.current = images;
    change.current = onChange;
  });
  const isOpen = useIsOpen();
  const note = useSentToast(images, states);
  /** Files that are being prepared, and the end of that. */
  const work = useRef({ count: 0, end: Promise.resolve() });

  const add = (files: readonly File[]) => {
    const start = current.current.length + work.current.count;
    const taken = files.slice(0, Math.max(0, MAX_PICTURES - start));
    const leftOut = files.length - taken.length;
    setProblems(leftOut > 0 ? [`Six pictures at most. ${leftOut} ${leftOut === 1 ? "was" : "were"} left out.`] : []);
    if (leftOut > 0) tooMany();
    work.current.count += taken.length;
    // One after the other keeps their order and the memory small.
    work.current.end = taken.reduce(
      (before, file, at) => before.then(() => addOne(file, start + at)),
      work.current.end,
    );
  };

  async function addOne(file: File, place: number) {
    try {
      const mark = await storePicture(await preparePicture(file, file.name));
      if (!isOpen.current) return await dropPictures([mark]);
      note(mark);
      if (!isOnline()) savedHere();
      current.current = [...current.current, mark];
      change.current(current.current);
    } catch (problem) {
      if (problem instanceof RefusedFile)
        setProblems((before) => [...before, `Picture ${place + 1}: ${problem.message}`]);
      else toast({ kind: "bad", title: "Error", description: (problem as Error).message });
    } finally {
      work.current.count -= 1;
    }
  }
  return {
    problems,
    add,
    forgetProblems: () => setProblems([]),
    /** Adds a picture that the uploader stored. */
    addStored(mark: string, isSent: boolean) {
      const next = addPicture(current.current, mark, isSent);
      if (!next) return;
      current.current = next;
      change.current(next);
    },
  };
}

/** Confirms by a toast that the added pictures are on the server. Returns a function that notes an added picture. */
function useSentToast(images: readonly string[], states: readonly PictureState[]) {
  const added = useRef(new Set<string>());
  useEffect(() => {
    const sent = images.filter((src, place) => added.current.has(src) && states[place]?.kind === "sent");
    for (const src of sent) added.current.delete(src);
    if (sent.length > 0) uploaded();
  }, [images, states]);
  return (mark: string) => void added.current.add(mark);
}

function useIsOpen() {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

// The uploader as this product sets it up. Every picture goes through the device's queue, with signal and without.
import Uppy from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import ImageEditor from "@uppy/image-editor";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import "@uppy/image-editor/css/style.min.css";
import { dropPictures, type GetUploadParameters } from "../../client/pictures/form-pictures.ts";
import { CameraPicker } from "./camera-picker.tsx";
import { PictureSender } from "./picture-sender.ts";

type UppyOptions = {
  target: HTMLElement;
  theme: "light" | "dark";
  maxNumberOfFiles: number;
  /** Bytes. */
  maxFileSize: number;
  getUploadParameters?: GetUploadParameters | undefined;
  onComplete(mark: string, isSent: boolean): void;
  onClose(): void;
};

/** Milliseconds a line of the informer stays. */
const INFO_MS = 3000;
/** Milliseconds within which the modal has gone, its animation included. */
const CLOSING_MS = 350;

const missing = "Missing required meta field(s): %{fields}";

/** Opens the modal. Returns the way to take it away. */
export function makeUppy({ target, theme, maxNumberOfFiles, maxFileSize, onComplete, onClose, ...rest }: UppyOptions) {
  // A phone takes pictures with its own camera app.
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const isAnimated = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const uppy = new Uppy({
    id: "pictures",
    autoProceed: false,
    allowMultipleUploadBatches: false,
    infoTimeout: INFO_MS,
    restrictions: { maxFileSize, maxNumberOfFiles, allowedFileTypes: ["image/*"], requiredMetaFields: ["name"] },
  });
  uppy.use(Dashboard, {
    target,
    inline: false,
    thumbnailWidth: 280,
    theme,
    closeAfterFinish: true,
    animateOpenClose: isAnimated,
    proudlyDisplayPoweredByUppy: false,
    showNativePhotoCameraButton: isPhone,
    nativeCameraFacingMode: "environment",
    note: "JPEG, PNG or WebP, up to 10 MB.",
    metaFields: [{ id: "name", name: "Name", placeholder: "Name of the file" }],
    locale: {
      strings: {
        dashboardWindowTitle: "Add a picture (press Escape to close)",
        importFrom: "%{name}",
        missingRequiredMetaFields: { 0: missing, 1: missing },
      },
    },
  });
  // Which way is up the browser knows; to look into the bytes itself the editor would need a looser policy.
  uppy.use(ImageEditor, { quality: 0.9, cropperOptions: { checkOrientation: false, croppedCanvasOptions: {} } });
  if (!isPhone) uppy.use(CameraPicker, {});
  const sender = new PictureSender(uppy, onComplete, rest.getUploadParameters);

  let isOver = false;
  const closed = () => {
    if (isOver) return;
    isOver = true;
    // What is still on its way goes on; the form shows how far it is.
    sender.handOver();
    // The modal is taken out of the page when its animation is over.
    setTimeout(onClose, isAnimated ? CLOSING_MS : 0);
  };
  uppy.on("dashboard:modal-closed", closed);
  uppy.on("file-removed", (file) => {
    const mark = sender.forget(file.id);
    if (mark) void dropPictures([mark]);
  });
  const stopNaming = nameParts(target);
  const dashboard = uppy.getPlugin<Dashboard<Record<string, unknown>, Record<string, never>>>("Dashboard");
  void dashboard?.openModal();
  return () => {
    isOver = true;
    stopNaming();
    setTimeout(() => uppy.destroy(), CLOSING_MS);
  };
}

/** What the uploader leaves without a name or a role for screen readers, as often as it draws itself anew. */
const unnamed = [
  [".uppy-Dashboard-inner", "aria-label", "Add a picture"],
  [".uppy-Dashboard-files", "role", "list"],
] as const;

function nameParts(target: HTMLElement): () => void {
  const look = () => {
    for (const [selector, attribute, value] of unnamed) {
      const part = target.querySelector(selector);
      if (part && part.getAttribute(attribute) !== value) part.setAttribute(attribute, value);
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(target, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

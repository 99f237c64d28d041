// Configures the uploader. Every picture passes through the device's queue, online and offline.
import Uppy from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import { dropPictures, type GetUploadParameters } from "../../client/pictures/form-pictures.ts";
import { CameraPicker } from "./camera-picker.tsx";
import { CROP_TITLE, CropEditor } from "./crop/crop-editor.tsx";
import { PictureSender } from "./picture-sender.ts";
import { guardPanels } from "./uploader-panels.ts";

type UppyOptions = {
  target: HTMLElement;
  maxNumberOfFiles: number;
  /** Bytes. */
  maxFileSize: number;
  /** Number of pictures that the form has already. */
  before?: number | undefined;
  getUploadParameters?: GetUploadParameters | undefined;
  onComplete(mark: string, isSent: boolean): void;
  /** A panel was opened over the list of files, or the last one closed. */
  onPanel(isOpen: boolean): void;
  onClose(): void;
};

/** How long a message of the informer stays, in milliseconds. */
const INFO_MS = 3000;
/** Duration of the modal's closing animation, in milliseconds. */
const CLOSING_MS = 350;

const missing = "Missing required meta field(s): %{fields}";
const choose = "Choose pictures: %{browseFiles}";

/** Opens the modal. Returns functions that close its top panel, change its theme and remove it. */
export function makeUppy(options: UppyOptions) {
  const { target, maxNumberOfFiles, maxFileSize, before, onComplete, onClose, ...rest } = options;
  // Phones take pictures with their own camera app.
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
    closeAfterFinish: true,
    animateOpenClose: isAnimated,
    proudlyDisplayPoweredByUppy: false,
    showNativePhotoCameraButton: isPhone,
    nativeCameraFacingMode: "environment",
    note: `JPEG, PNG, HEIC. Up to ${maxFileSize / 1_048_576} MB each.`,
    metaFields: [{ id: "name", name: "Name", placeholder: "Name of the file" }],
    locale: {
      strings: {
        dashboardWindowTitle: "Add a picture (press Escape to close)",
        closeModal: "Close",
        importFrom: "%{name}",
        save: "Use picture",
        editImage: CROP_TITLE,
        takePictureBtn: "Take picture",
        // Where files cannot be dropped, nothing asks for it.
        ...(isPhone ? { dropPasteFiles: choose, dropPasteImportFiles: choose, dropHint: "" } : {}),
        missingRequiredMetaFields: { 0: missing, 1: missing },
      },
    },
  });
  uppy.use(CropEditor, { before });
  if (!isPhone) uppy.use(CameraPicker, {});
  const sender = new PictureSender(uppy, onComplete, rest.getUploadParameters);

  let isOver = false;
  const closed = () => {
    if (isOver) return;
    isOver = true;
    // Uploads in progress continue; the form shows their progress.
    sender.handOver();
    // Removes the modal after its closing animation.
    setTimeout(onClose, isAnimated ? CLOSING_MS : 0);
  };
  uppy.on("dashboard:modal-closed", closed);
  uppy.on("file-removed", (file) => {
    const mark = sender.forget(file.id);
    if (mark) void dropPictures([mark]);
  });
  const panels = guardPanels(uppy, target, rest.onPanel);
  const dashboard = uppy.getPlugin<Dashboard<Record<string, unknown>, Record<string, never>>>("Dashboard");
  void dashboard?.openModal();
  return {
    closePanel: panels.closeTop,
    setTheme: (theme: "light" | "dark") => dashboard?.setOptions({ theme }),
    remove() {
      isOver = true;
      panels.stop();
      setTimeout(() => uppy.destroy(), CLOSING_MS);
    },
  };
}

// An Uppy plugin: the uploader's editor panel is the crop view.
import {
  UIPlugin,
  type Body,
  type DefinePluginOpts,
  type Meta,
  type UIPluginOptions,
  type Uppy,
  type UppyFile,
} from "@uppy/core";
import type Dashboard from "@uppy/dashboard";
import { useEffect, useRef, useState } from "react";
import { ReactPanel } from "../react-panel.ts";
import { whichPicture, wholePicture, type Crop } from "./crop-geometry.ts";
import { CropView } from "./crop-view.tsx";
import { renderCrop } from "./render-crop.ts";
import { usePictureImage } from "./use-picture-image.ts";
import "./crop-editor.css";

declare module "@uppy/core" {
  // Events of the dashboard's editors and thumbnails.
  // oxlint-disable-next-line typescript/consistent-type-definitions -- extends one of a library, which a type cannot
  interface UppyEventMap<M extends Meta, B extends Body> {
    "file-editor:cancel": (file: UppyFile<M, B>) => void;
    "file-editor:complete": (file: UppyFile<M, B>) => void;
    "thumbnail:request": (file: UppyFile<M, B>) => void;
  }
}

type EditorOptions = UIPluginOptions & {
  /** Number of pictures that the form has before those of the uploader; without it a picture has no number. */
  before?: number | undefined;
};
type Options = DefinePluginOpts<EditorOptions, never>;

type Strings = Record<string, string | Record<string, string>>;

export const CROP_TITLE = "Crop and turn";

/** Formats that a canvas can draw and that one picture is enough for. */
const EDITABLE = /^image\/(jpe?g|png|webp|avif|bmp|hei[cf])$/;

export class CropEditor<M extends Meta, B extends Body> extends UIPlugin<Options, M, B> {
  private readonly panel = new ReactPanel("uppy-DashboardContent-panel--editor");
  private fileId = "";
  private strings: Strings | undefined;
  private edited: { image: HTMLImageElement; crop: Crop } | null = null;

  constructor(uppy: Uppy<M, B>, options: EditorOptions) {
    super(uppy, options);
    this.id = "CropEditor";
    this.type = "editor";
    this.title = CROP_TITLE;
  }

  override install() {
    this.uppy.on("file-editor:cancel", this.hide);
    this.uppy.on("dashboard:modal-closed", this.hide);
  }

  override uninstall() {
    this.hide();
    this.uppy.off("file-editor:cancel", this.hide);
    this.uppy.off("dashboard:modal-closed", this.hide);
    super.uninstall();
  }

  // Renders nothing with Preact; see `selectFile`.
  override render() {
    return undefined as never;
  }

  /** Called by the dashboard. */
  canEditFile({ type, isRemote }: UppyFile<M, B>): boolean {
    return !isRemote && EDITABLE.test(type ?? "");
  }

  /** Called by the dashboard when it opens the panel. */
  selectFile({ id, data }: UppyFile<M, B>): void {
    this.fileId = id;
    this.edited = null;
    this.entitle();
    this.panel.show(
      <Editor source={data as Blob} which={this.which(id)} onEdit={(image, crop) => (this.edited = { image, crop })} />,
    );
  }

  /** Called by the dashboard when the user saves, before it closes the panel. */
  save(): void {
    const { edited, fileId } = this;
    this.hide();
    if (edited) void this.replace(fileId, edited.image, edited.crop);
  }

  private which(fileId: string): string {
    const { before } = this.opts;
    const files = this.uppy.getFiles();
    const place = files.findIndex(({ id }) => id === fileId);
    return before === undefined ? "" : whichPicture(before + place, before + files.length);
  }

  private async replace(fileId: string, image: HTMLImageElement, crop: Crop): Promise<void> {
    try {
      const data = await renderCrop(image, crop);
      if (!this.uppy.getFiles().some(({ id }) => id === fileId)) return;
      const name = this.uppy.getFile(fileId).name;
      const file = new File([data], name, { type: data.type });
      this.uppy.setFileState(fileId, { data: file, size: data.size, type: data.type, preview: undefined });
      this.uppy.emit("thumbnail:request", this.uppy.getFile(fileId));
      this.uppy.emit("file-editor:complete", this.uppy.getFile(fileId));
    } catch (problem) {
      this.uppy.info((problem as Error).message, "error");
    }
  }

  /** The dashboard gives the card of a file and this panel the same title. */
  private entitle(): void {
    const dashboard = this.dashboard();
    this.strings ??= dashboard?.opts.locale?.strings ?? {};
    dashboard?.setOptions({ locale: { strings: { ...this.strings, editing: this.title } } });
  }

  private dashboard() {
    return this.uppy.getPlugin<Dashboard<M, B>>("Dashboard");
  }

  private readonly hide = () => {
    this.edited = null;
    if (this.strings) this.dashboard()?.setOptions({ locale: { strings: this.strings } });
    this.strings = undefined;
    this.panel.hide();
  };
}

type EditorProps = { source: Blob; which: string; onEdit: (image: HTMLImageElement, crop: Crop) => void };

function Editor({ source, which, onEdit }: EditorProps) {
  const { image, hasFailed } = usePictureImage(source);
  const [crop, setCrop] = useState(wholePicture);
  const box = useRef<HTMLDivElement>(null);
  // Uppy moves the focus, too, but not while it shows a message.
  useEffect(() => box.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true }), []);
  return (
    <div ref={box} style={{ display: "contents" }}>
      <CropView
        image={image}
        hasFailed={hasFailed}
        crop={crop}
        onChange={(next) => {
          setCrop(next);
          if (image) onEdit(image, next);
        }}
      />
      {which && <p data-which="">{which}</p>}
    </div>
  );
}

// An Uppy plugin that takes a picture with a computer's camera; phones use their own camera app.
import { UIPlugin, type Body, type DefinePluginOpts, type Meta, type UIPluginOptions, type Uppy } from "@uppy/core";
import { createRoot, type Root } from "react-dom/client";
import { CameraPanel } from "./camera-panel.tsx";

type Options = DefinePluginOpts<UIPluginOptions, never>;

/** Maximum number of frames to wait for Uppy to render the panel. */
const MAX_FRAMES = 120;

/** Uppy renders its panels with Preact; React renders the content of this one. */
export class CameraPicker<M extends Meta, B extends Body> extends UIPlugin<Options, M, B> {
  private root: Root | null = null;
  private frame = 0;

  constructor(uppy: Uppy<M, B>, options: UIPluginOptions) {
    super(uppy, options);
    this.id = "CameraPicker";
    this.type = "acquirer";
    this.title = "Camera";
  }

  override install() {
    this.uppy.on("dashboard:show-panel", this.show);
    this.uppy.on("dashboard:close-panel", this.hide);
    this.uppy.on("file-added", this.hide);
    this.uppy.on("dashboard:modal-closed", this.hide);
  }

  override uninstall() {
    this.hide();
    this.uppy.off("dashboard:show-panel", this.show);
    this.uppy.off("dashboard:close-panel", this.hide);
    this.uppy.off("file-added", this.hide);
    this.uppy.off("dashboard:modal-closed", this.hide);
    super.uninstall();
  }

  // Renders nothing with Preact; see `show`.
  override render() {
    return undefined as never;
  }

  private readonly show = (id: string) => {
    this.hide();
    if (id === this.id) this.showIn(MAX_FRAMES);
  };

  /** Waits frame by frame until Uppy has rendered the panel. */
  private showIn(frames: number) {
    this.frame = requestAnimationFrame(() => {
      const place = document.querySelector(`#uppy-DashboardContent-panel--${this.id} .uppy-DashboardContent-panelBody`);
      if (!place) {
        if (frames > 0) this.showIn(frames - 1);
        return;
      }
      const box = document.createElement("div");
      box.style.width = "100%";
      this.root = createRoot(place.appendChild(box));
      this.root.render(<CameraPanel onPicture={this.add} />);
    });
  }

  private readonly hide = () => {
    cancelAnimationFrame(this.frame);
    const { root } = this;
    this.root = null;
    // Uppy may remove the panel during this call, so React unmounts later.
    if (root) setTimeout(() => root.unmount());
  };

  private readonly add = (data: Blob) => {
    this.hide();
    this.uppy.addFile({ source: this.id, name: `camera-${Date.now()}.jpg`, type: "image/jpeg", data });
  };
}

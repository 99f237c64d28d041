// A picture straight from the camera of a computer; a phone has a button for its own.
import { UIPlugin, type Body, type DefinePluginOpts, type Meta, type UIPluginOptions, type Uppy } from "@uppy/core";
import { createRoot, type Root } from "react-dom/client";
import { CameraPanel } from "./camera-panel.tsx";

type Options = DefinePluginOpts<UIPluginOptions, never>;

/** Frames within which the uploader has drawn a panel. */
const MOST_FRAMES = 120;

/** The uploader draws its panels with its own library; the inside of this one is drawn by React. */
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

  // Nothing of the uploader's own; see `show`.
  override render() {
    return undefined as never;
  }

  private readonly show = (id: string) => {
    this.hide();
    if (id === this.id) this.showIn(MOST_FRAMES);
  };

  /** The panel is there once the uploader has drawn itself, which it does in its own time. */
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
    // The uploader takes the panel away by itself, perhaps in the middle of this.
    if (root) setTimeout(() => root.unmount());
  };

  private readonly add = (data: Blob) => {
    this.hide();
    this.uppy.addFile({ source: this.id, name: `camera-${Date.now()}.jpg`, type: "image/jpeg", data });
  };
}

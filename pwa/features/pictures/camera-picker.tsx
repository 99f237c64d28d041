// An Uppy plugin that takes a picture with a computer's camera; phones use their own camera app.
import { UIPlugin, type Body, type DefinePluginOpts, type Meta, type UIPluginOptions, type Uppy } from "@uppy/core";
import { CameraPanel } from "./camera-panel.tsx";
import { ReactPanel } from "./react-panel.ts";

type Options = DefinePluginOpts<UIPluginOptions, never>;

export class CameraPicker<M extends Meta, B extends Body> extends UIPlugin<Options, M, B> {
  private readonly panel = new ReactPanel("uppy-DashboardContent-panel--CameraPicker");

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
    if (id === this.id) this.panel.show(<CameraPanel onPicture={this.add} />);
  };

  private readonly hide = () => this.panel.hide();

  private readonly add = (data: Blob) => {
    this.hide();
    this.uppy.addFile({ source: this.id, name: `camera-${Date.now()}.jpg`, type: "image/jpeg", data });
  };
}

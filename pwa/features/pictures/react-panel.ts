// Renders a React element into a panel of the uploader, which Uppy renders with Preact.
import type { ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";

/** Maximum number of frames to wait for Uppy to render the panel. */
const MAX_FRAMES = 120;

export class ReactPanel {
  private root: Root | null = null;
  private frame = 0;
  private readonly selector: string;

  /** `panelId` is the id of the panel's element. */
  constructor(panelId: string) {
    this.selector = `#${panelId} .uppy-DashboardContent-panelBody`;
  }

  /** Waits frame by frame until Uppy has rendered the panel. */
  show(content: ReactElement, framesLeft = MAX_FRAMES): void {
    this.hide();
    this.frame = requestAnimationFrame(() => {
      const place = document.querySelector(this.selector);
      if (!place) {
        if (framesLeft > 0) this.show(content, framesLeft - 1);
        return;
      }
      const box = document.createElement("div");
      box.dataset["panel"] = "";
      this.root = createRoot(place.appendChild(box));
      this.root.render(content);
    });
  }

  hide(): void {
    cancelAnimationFrame(this.frame);
    const { root } = this;
    this.root = null;
    // Uppy may remove the panel during this call, so React unmounts later.
    if (root) setTimeout(() => root.unmount());
  }
}

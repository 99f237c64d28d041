// Loads the tooltips when a pointer or the keyboard first reaches a control with one. Most visits need none.
import { useEffect, useState } from "react";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";

const Tooltips = lazyComponent(async () => (await import("../../ui/overlay/tooltips.tsx")).Tooltips);

export function TooltipEffects() {
  const first = useFirstControl();
  return first && <Tooltips first={first} />;
}

function useFirstControl(): Element | null {
  const [control, setControl] = useState<Element | null>(null);
  useEffect(() => {
    if (control) return;
    const onReach = (event: Event) => {
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      const { target } = event;
      const found = target instanceof Element ? target.closest("[data-tooltip]") : null;
      if (found) setControl(found);
    };
    document.addEventListener("pointerover", onReach);
    document.addEventListener("focusin", onReach);
    return () => {
      document.removeEventListener("pointerover", onReach);
      document.removeEventListener("focusin", onReach);
    };
  }, [control]);
  return control;
}

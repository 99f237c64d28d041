import { Share, SquarePlus } from "../../ui/icons/icons.ts";
import { Icon } from "../../ui/display/icon.tsx";

/** How to install the app on an iPhone or iPad, where a page cannot offer it. */
export function IosSteps({ after }: { after?: string }) {
  return (
    <ol>
      <li>
        Tap Share <Icon of={Share} size="s" /> in Safari.
      </li>
      <li>
        Choose Add to Home Screen <Icon of={SquarePlus} size="s" />.
      </li>
      {after && <li>{after}</li>}
    </ol>
  );
}

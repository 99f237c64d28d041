import { Share, SquarePlus } from "lucide-react";
import { Icon } from "../../ui/display/icon.tsx";

/** How an app gets onto the home screen of an iPhone or iPad, where no page can ask for it. */
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

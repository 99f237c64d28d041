import { CalendarClock } from "../../ui/icons/icons.ts";
import type { Placed } from "../../../shared/domain/locations.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { useAuth } from "../../client/session/session.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";

type Plane = { id: string; ownerId: string; name: string } & Placed;

/** Opens the plan of an own aircraft; nothing for other readers, admins included. */
export function AvailabilityButton({ plane, className }: { plane: Plane; className?: string }) {
  const { user } = useAuth();
  if (user?.id !== plane.ownerId) return null;
  return (
    <Button aria-haspopup="dialog" className={className} onClick={() => openDialog({ name: "availability", plane })}>
      <Icon of={CalendarClock} size="s" />
      Availability
    </Button>
  );
}

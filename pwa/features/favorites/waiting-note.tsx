import { Clock } from "lucide-react";
import { useFavorite } from "../../client/catalogue/favorites.ts";
import { useAuth } from "../../client/session/session.tsx";
import { Badge } from "../../ui/display/badge.tsx";

/** On a card whose heart was tapped while the change has not left this device. */
export function WaitingNote({ aircraftId }: { aircraftId: string }) {
  const { user } = useAuth();
  return user && <SignedInNote aircraftId={aircraftId} />;
}

function SignedInNote({ aircraftId }: { aircraftId: string }) {
  const { waiting } = useFavorite(aircraftId);
  if (waiting !== "waiting") return null;
  return (
    <Badge tone="wait" icon={Clock}>
      Waiting to sync
    </Badge>
  );
}

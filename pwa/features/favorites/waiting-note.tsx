import { Clock } from "lucide-react";
import { useFavorite } from "../../client/catalogue/favorites.ts";
import { useAuth } from "../../client/session/session.tsx";
import { Badge } from "../../ui/display/badge.tsx";

/** Marks a card whose favorite change is not sent yet. */
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

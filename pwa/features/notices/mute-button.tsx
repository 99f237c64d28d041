import { Bell, BellOff } from "../../ui/icons/icons.ts";
import { useMute } from "../../client/push/notice-settings.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";

/** Mutes a conversation: no push and no email about it. Not rendered while the state is unknown. */
export function MuteButton({ peerId, name }: { peerId: string; name: string }) {
  const { isMuted, setMuted } = useMute(peerId);
  if (isMuted === null) return null;
  return (
    <IconButton
      icon={isMuted ? BellOff : Bell}
      label={`Mute ${name}`}
      pressed={isMuted}
      small
      onClick={() => setMuted(!isMuted)}
    />
  );
}

import { Button } from "../../../ui/actions/button.tsx";

type StopButtonProps = { title: string; owner: string; day: string; onStop: () => void };

/** Withdraws one paper from one booking. */
export function StopButton({ title, owner, day, onStop }: StopButtonProps) {
  return (
    <Button size="sm" aria-label={`Stop sharing ${title.toLowerCase()} with ${owner}, ${day}`} onClick={onStop}>
      Stop sharing
    </Button>
  );
}

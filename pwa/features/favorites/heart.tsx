import { Heart as HeartDrawing } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useFavorite } from "../../client/catalogue/favorites.ts";
import { useAuth } from "../../client/session/session.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import styles from "./heart.module.css";

type HeartProps = {
  plane: { id: string; name: string };
  /** round for pictures, plain for bars. */
  shape?: "round" | "plain";
  small?: boolean;
  className?: string | undefined;
};

/** Adds an aircraft to the favorites or removes it. Renders nothing for guests, who have none. */
export function Heart(props: HeartProps) {
  const { user } = useAuth();
  return user && <SignedInHeart {...props} />;
}

function SignedInHeart({ plane, shape = "round", small, className }: HeartProps) {
  const { isFavorite, isKnown, pending, isWriting, toggle } = useFavorite(plane.id);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A button loses the focus when it is disabled; it takes the focus back unless another element has it.
  useLayoutEffect(() => {
    if (isWriting || !hadFocus.current) return;
    hadFocus.current = false;
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isWriting]);
  return (
    <IconButton
      ref={button}
      icon={HeartDrawing}
      label={isFavorite ? `Remove ${plane.name} from favorites` : `Add ${plane.name} to favorites`}
      pressed={isKnown ? isFavorite : undefined}
      filled={isFavorite}
      shape={shape}
      small={small}
      disabled={pending}
      aria-busy={isWriting || undefined}
      className={classNames(styles.heart, isFavorite && styles.on, !isKnown && styles.unknown, className)}
      onClick={() => {
        hadFocus.current = document.activeElement === button.current;
        toggle(plane.name);
      }}
    />
  );
}

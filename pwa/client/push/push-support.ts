// Finds out whether this browser supports push, without a permission prompt.

export type PushAbility =
  | "able"
  /** The browser does not support push. */
  | "unsupported"
  /** iPhone and iPad support push only after Tailhour is added to the home screen. */
  | "needs-install"
  /** The user, or an administrator of this device, denied notifications in the browser. */
  | "blocked";

/** Safari on iPhone and iPad. An iPad reports itself as a Mac with a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPad|iPhone|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

/** True when Tailhour runs as an installed app. */
export function isInstalled(): boolean {
  return (
    matchMedia("(display-mode: standalone)").matches || (navigator as { standalone?: boolean }).standalone === true
  );
}

export function pushAbility(): PushAbility {
  if (isIos() && !isInstalled()) return "needs-install";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "able";
}

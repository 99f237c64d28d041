// What this browser can do for push, without asking anybody: free of everything but the browser's own word.

export type PushAbility =
  | "able"
  /** The browser knows no push. */
  | "unsupported"
  /** iPhone and iPad support push only after Tailhour is added to the home screen. */
  | "needs-install"
  /** The user, or an administrator of this device, denied notifications in the browser. */
  | "blocked";

/** Safari on iPhone and iPad; an iPad calls itself a Mac with fingers. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPad|iPhone|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

/** Whether Tailhour runs as an installed app. */
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

/** The word for this device in a sentence: «Saved on this phone.» */
export function deviceWord(): "phone" | "device" {
  return /iPhone|iPod|Android.*Mobile/.test(navigator.userAgent) ? "phone" : "device";
}

/** True when the browser asks to save data. */
export function savesData(): boolean {
  if (typeof navigator === "undefined" || !("connection" in navigator)) return false;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** True when the person told the browser to spare data. */
export function savesData(): boolean {
  if (typeof navigator === "undefined" || !("connection" in navigator)) return false;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

// Writes the capital letters of the FAA's names as people write them, and its contractions in full.

/** Contractions of the FAA's order JO 7340.2, as they occur in names. */
const contractions: Readonly<Record<string, string>> = {
  ARPT: "Airport",
  CNTR: "Center",
  CTR: "Center",
  DEPT: "Department",
  EXEC: "Executive",
  FLD: "Field",
  INTL: "International",
  LDG: "Landing",
  LNDG: "Landing",
  MEML: "Memorial",
  MTN: "Mountain",
  MUNI: "Municipal",
  NTL: "National",
  PVT: "Private",
  RGNL: "Regional",
  SVC: "Service",
};

const acronyms = new Set(
  (
    "AAF AFB AFS AG AHP ALF ANG ANGB ARB ARNG BLM CAP CGAS EMS FAA HCA HQ II III IV LLC LP LZ MCAF MCALF MCAS MCOLF NALF NAS " +
    "NASA NAWS NOLF NS NSA OLF PGA RLA RV SCE TV UAS UCLA UH UPMC US USA USAF USCG USFS USMC USN VA VFW VOR"
  ).split(" "),
);

const smallWords = new Set(["AND", "AT", "BY", "FOR", "IN", "OF", "ON", "THE"]);
const titles = new Set(["CT", "DR", "FT", "JR", "LT", "MR", "MRS", "MT", "NR", "PT", "RD", "SR", "ST", "WM"]);

/** `MONTGOMERY-GIBBS EXEC` becomes `Montgomery-Gibbs Executive`. */
export function airfieldName(published: string): string {
  return worded(published, (word) => contractions[word]);
}

/** `CHICAGO/PROSPECT HEIGHTS` becomes `Chicago/Prospect Heights`. Places have no contractions. */
export function placeName(published: string): string {
  return worded(published, () => undefined);
}

/** The FAA writes `MC GRATH` for McGrath. */
function worded(published: string, inFull: (word: string) => string | undefined): string {
  const text = published
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\bMC (?=[A-Z]{3})/g, "MC");
  return text.replaceAll(/[A-Z0-9']+/g, (word, at: number) => {
    const isInside = at > 0 && text[at - 1] === " ";
    if (isInside && smallWords.has(word)) return word.toLowerCase();
    return inFull(word) ?? (acronyms.has(word) || isAbbreviation(word) ? word : capitalized(word));
  });
}

/** A word without a vowel, or with a digit, is an abbreviation that nobody pronounces. */
function isAbbreviation(word: string): boolean {
  if (titles.has(word) || /^\d+(ST|ND|RD|TH)$/.test(word)) return false;
  return /\d/.test(word) || !/[AEIOUY']/.test(word);
}

/** `MCCARRAN` becomes `McCarran`, `O'HARE` `O'Hare`, `MARY'S` `Mary's`. */
function capitalized(word: string): string {
  return word
    .split("'")
    .map((part, index, parts) => (index > 0 && parts[0]!.length > 1 ? part.toLowerCase() : oneCapital(part)))
    .join("'");
}

function oneCapital(part: string): string {
  const lower = part.toLowerCase();
  if (/^mc[a-z]{3,}/.test(lower)) return `Mc${lower.charAt(2).toUpperCase()}${lower.slice(3)}`;
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

// What the theme and the reader's text size say about the map's picture.

export type Colors = {
  sea: string;
  land: string;
  edge: string;
  text: string;
  surface: string;
  ink: string;
  line: string;
  link: string;
  font: string;
  letters: number;
};

/** The colors of the theme, from the element's style. */
export function colorsOf(element: Element): Colors {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  return {
    sea: color("--map-sea"),
    land: color("--map-land"),
    edge: color("--map-edge"),
    text: color("--ink-2"),
    surface: color("--surface"),
    ink: color("--ink"),
    line: color("--line-strong"),
    link: color("--link"),
    font: style.fontFamily,
    letters: letterSize(),
  };
}

/** 1 for letters of 16 pixels, 2 for a reader who doubles them. */
export function letterSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

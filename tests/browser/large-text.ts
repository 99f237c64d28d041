// Finds layout errors of a screen with large text: controls that are cut, covered or overlap.
import type { Page } from "@playwright/test";

/** The browser's text size setting, 200 %. */
export const doubleText = (page: Page) => setText(page, 2);

/** The browser's text size setting: 1 is 100 %. */
export async function setText(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16 * times, fixed: 13 * times } });
}

/** One line for each control that is not usable, each label that touches another, and each small icon. */
export function crowdedControls(page: Page): Promise<string[]> {
  return page.evaluate(findCrowded);
}

function findCrowded(): string[] {
  const found: string[] = [];
  const CONTROL = "button, a[href], input:not([type=hidden]), select, textarea, [role=switch], [role=tab]";
  const nameOf = (element: Element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent.trim();
    return `${element.tagName.toLowerCase()} «${(name || element.className.toString()).slice(0, 40)}»`;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
  const isForReadersOnly = (element: Element) => {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { width, height } = box.getBoundingClientRect();
      if ((width <= 1 && height <= 1) || getComputedStyle(box).clipPath === "inset(50%)") return true;
    }
    return false;
  };
  /**
   * The innermost ancestor that is fixed, sticky, scrolls or is a map. Elements of different ones may overlap, because one
   * moves under the other.
   */
  const layerOf = (element: Element) => {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { position, overflowY }: CSSStyleDeclaration = getComputedStyle(box);
      const isScrolling: boolean = /auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight + 1;
      if (/fixed|sticky/.test(position) || isScrolling || box.matches("[role=listbox], [role=application]")) return box;
    }
    return document.body;
  };
  /** The visible part of a box, inside all ancestors that scroll or clip. */
  const visiblePart = (element: Element, part: DOMRect) => {
    let { left, right, top, bottom } = part;
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      if (overflowX !== "visible" || overflowY !== "visible") {
        const edge = box.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      if (position === "fixed") break;
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
  const scope = dialogs.at(-1) ?? document.body;
  const isIn = (element: Element) =>
    scope.contains(element) && isShown(element) && !element.closest("[aria-hidden=true], [inert]");
  const overlap = (a: DOMRect, b: DOMRect, by: number) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > by &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;

  const controls = [...document.querySelectorAll(CONTROL)]
    .filter((control) => isIn(control) && !isForReadersOnly(control))
    .map((control) => ({ control, layer: layerOf(control), box: control.getBoundingClientRect() }))
    .map((one) => ({ ...one, seen: visiblePart(one.control, one.box) }));
  // Transparent native fields cover their custom drawing on purpose.
  const drawn = controls.filter(({ control }) => getComputedStyle(control).opacity !== "0");
  for (const [place, { control, layer, box, seen }] of drawn.entries()) {
    if (!isScrolledSideways(control) && (box.left < -1 || box.right > innerWidth + 1))
      found.push(`${nameOf(control)} leaves the screen sideways`);
    if (layer !== document.body && (box.top < -1 || box.bottom > innerHeight + 1) && !scrollable(control)) {
      found.push(`${nameOf(control)} is pinned outside of the screen`);
    }
    for (const other of drawn.slice(place + 1)) {
      const isNested = control.contains(other.control) || other.control.contains(control);
      const isSlider = [control, other.control].every((one) => one.matches("[type=range]"));
      const isInField = [control, other.control].some((one) => one.matches("input, textarea"));
      if (layer === other.layer && !isNested && !isSlider && !isInField && overlap(seen, other.seen, 1)) {
        found.push(`${nameOf(control)} lies on ${nameOf(other.control)}`);
      }
    }
  }

  const words: { text: string; layer: Element; boxes: DOMRect[] }[] = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim().slice(0, 40);
    const element = node.parentElement;
    if (!text || !element || !isShown(element) || isForReadersOnly(element)) continue;
    if (element.closest("script, style, option, [inert]")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    const seen = boxes.map((box) => visiblePart(element, box)).filter(({ width, height }) => width > 1 && height > 1);
    words.push({ text, layer: layerOf(element), boxes: seen });
    const control = element.closest("button, a[href], [data-badge]");
    const edge = control?.getBoundingClientRect();
    const isOut = (box: DOMRect) => edge && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3);
    // A text wholly out of sight, as the name beside the logo may be, is said by its control's label.
    const isSaid = seen.length === 0 && control?.getAttribute("aria-label")?.includes(text);
    // A text that ends with an ellipsis goes on behind it.
    const isBeside = (box: DOMRect) =>
      edge && control?.matches("button") && (box.left < edge.left - 1 || box.right > edge.right + 1);
    const isInline = control && getComputedStyle(control).display === "inline";
    if (control && !isInline && !isSaid && (boxes.some(isOut) || seen.some(isBeside))) {
      found.push(`«${text}» leaves its ${control.tagName.toLowerCase()}`);
    }
  }
  for (const [place, { text, layer, boxes }] of words.entries()) {
    for (const other of words.slice(place + 1)) {
      // Line height is tight: boxes may overlap by some pixels although the letters do not.
      const isTouched = boxes.some((a) => other.boxes.some((b) => overlap(a, b, Math.min(a.height, b.height) * 0.3)));
      if (layer === other.layer && isTouched) found.push(`«${text}» touches «${other.text}»`);
    }
  }

  const canvas = document.createElement("canvas").getContext("2d")!;
  for (const field of scope.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
    canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (isShown(field) && canvas.measureText(field.placeholder).width > room + 1)
      found.push(`the placeholder «${field.placeholder}» is cut`);
  }

  const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const icon of scope.querySelectorAll("svg.lucide")) {
    const { width } = icon.getBoundingClientRect();
    if (isShown(icon) && width > 0 && width < unit * 0.99)
      found.push(`an icon of ${nameOf(icon.parentElement ?? icon)} is ${width} px`);
  }

  for (const { control } of drawn) {
    if (control.matches("[class*=primary], [type=submit]")) {
      const isReached = (["center", "start", "end"] as const).some((block) => {
        control.scrollIntoView({ block, behavior: "instant" });
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return hit && (control.contains(hit) || hit.contains(control) || hit.closest("[role=listbox], [role=menu]"));
      });
      if (!isReached) found.push(`${nameOf(control)} cannot be reached`);
    }
  }
  return [...new Set(found)];

  /** A strip of choices scrolls sideways inside the screen. */
  function isScrolledSideways(element: Element): boolean {
    const strip = element.closest("[data-strip]");
    if (!strip || !/auto|scroll/.test(getComputedStyle(strip).overflowX)) return false;
    const { left, right } = strip.getBoundingClientRect();
    return left >= -1 && right <= innerWidth + 1;
  }

  function scrollable(element: Element): boolean {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight) return true;
    }
    return false;
  }
}

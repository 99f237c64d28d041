// Makes components of drawings: lines of 2 pixels in a square of 24, in the color of the text.
import { createElement, type ComponentType, type SVGProps } from "react";
import { classNames } from "../styles/class-names.ts";

export type Drawing = ComponentType<SVGProps<SVGSVGElement>>;

const square = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** `parts`: tags of SVG and their attributes. */
export function drawn(parts: [tag: string, attributes: Record<string, string>][]): Drawing {
  return ({ className, ...props }) =>
    createElement(
      "svg",
      { ...square, className: classNames("lucide", className), ...props },
      ...parts.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}

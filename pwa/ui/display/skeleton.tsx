import type { CSSProperties } from "react";
import { classNames } from "../styles/class-names.ts";
import styles from "./skeleton.module.css";

type SkeletonProps = {
  width?: CSSProperties["width"];
  height?: CSSProperties["height"];
  className?: string | undefined;
};

/** A gray placeholder for content. Hidden from screen readers: a status line says that it loads. */
export function Skeleton({ width, height, className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles.skeleton, className)} style={{ width, height }} />;
}

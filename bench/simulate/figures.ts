// Takes measured figures from the benchmark's JSON where it has them.
import type { Measurement } from "../item.ts";
import { measured, sources, type Figures } from "./inputs.ts";

/**
 * The recorded figures, replaced by those of a run. `used` names the replaced ones.
 * @throws for a figure that is no positive number
 */
export function figuresWith(run: { figures: readonly Pick<Measurement, "item" | "what" | "value">[] } | null): {
  figures: Figures;
  used: string[];
} {
  const figures = structuredClone(measured) as Record<string, unknown>;
  const used: string[] = [];
  for (const { path, item, what } of sources) {
    const found = run?.figures.find((figure) => figure.item === item && what.test(figure.what));
    if (!found) continue;
    if (!Number.isFinite(found.value) || found.value < 0)
      throw new Error(`${item} ${found.what}: ${found.value} is no figure.`);
    const [name, part] = path;
    if (part) (figures[name] as Record<string, number>)[part] = found.value;
    else figures[name] = found.value;
    used.push(`${item} ${found.what}`);
  }
  return { figures: figures as Figures, used };
}

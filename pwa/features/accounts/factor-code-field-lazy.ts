import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import type { FactorCodeFieldProps } from "./factor-code-field.tsx";

/** The field of the second factor; few log-ins need its code. */
export const FactorCodeField = lazyComponent<FactorCodeFieldProps>(
  async () => (await import("./factor-code-field.tsx")).FactorCodeField,
);

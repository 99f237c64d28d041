import { lazyComponent } from "../../../ui/hooks/lazy-component.tsx";
import type { EnrolDialogProps } from "./enrol-dialog.tsx";
import type { PasskeyDialogProps } from "./passkey-dialog.tsx";
import type { FactorDialogProps } from "./factor-dialog.tsx";

/** Turns the second factor on; its code draws the QR code and loads when it is needed. */
export const EnrolDialog = lazyComponent<EnrolDialogProps>(
  async () => (await import("./enrol-dialog.tsx")).EnrolDialog,
  { dismiss: ({ onClose }) => onClose() },
);

/** Asks for password and code, to turn the factor off or renew its recovery codes. */
export const FactorDialog = lazyComponent<FactorDialogProps>(
  async () => (await import("./factor-dialog.tsx")).FactorDialog,
  { dismiss: ({ onClose }) => onClose() },
);

/** Adds, names or removes a passkey; its code has the library for passkeys. */
export const PasskeyDialog = lazyComponent<PasskeyDialogProps>(
  async () => (await import("./passkey-dialog.tsx")).PasskeyDialog,
  { dismiss: ({ onClose }) => onClose() },
);

// Imports the pages outside the first load. The bundler adds their file names here, so this file is loaded later.
import type { FunctionComponent } from "react";

type LoadPage = () => Promise<FunctionComponent>;

/** Fetches a page's code, by the name of its file in `pages/`. */
export const pageCode = {
  map: async () => (await import("../pages/map.tsx")).MapPage,
  "aircraft-detail": async () => (await import("../pages/aircraft-detail.tsx")).AircraftDetailPage,
  profile: async () => (await import("../pages/profile.tsx")).ProfilePage,
  bookings: async () => (await import("../pages/bookings.tsx")).BookingsPage,
  messages: async () => (await import("../pages/messages.tsx")).MessagesPage,
  favorites: async () => (await import("../pages/favorites.tsx")).FavoritesPage,
  "how-it-works": async () => (await import("../pages/how-it-works.tsx")).HowItWorksPage,
  "verify-email": async () => (await import("../pages/verify-email.tsx")).VerifyEmailPage,
  "forgot-password": async () => (await import("../pages/forgot-password.tsx")).ForgotPasswordPage,
  "reset-password": async () => (await import("../pages/reset-password.tsx")).ResetPasswordPage,
  admin: async () => (await import("../pages/admin.tsx")).AdminPage,
  settings: async () => (await import("../pages/settings.tsx")).SettingsPage,
  account: async () => (await import("../pages/account.tsx")).AccountPage,
  "confirm-email": async () => (await import("../pages/confirm-email.tsx")).ConfirmEmailPage,
  "on-this-device": async () => (await import("../pages/on-this-device.tsx")).OnThisDevicePage,
  wallet: async () => (await import("../pages/wallet.tsx")).WalletPage,
  unsubscribe: async () => (await import("../pages/unsubscribe.tsx")).UnsubscribePage,
  "demo-mail": async () => (await import("../pages/demo-mail.tsx")).DemoMailPage,
  text: async () => (await import("../pages/text.tsx")).TextPage,
} as const satisfies Record<string, LoadPage>;

export type PageName = keyof typeof pageCode;

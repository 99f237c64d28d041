// Every screen and its address. Links ask `hasPage` first, so that no link leads to a missing page.
import type { FunctionComponent } from "react";
import { findPage, type PagePath } from "../../shared/pages.ts";
import { HomePage } from "../pages/home.tsx";
import { NotFoundPage } from "../pages/not-found.tsx";
import { lazyPage, type LazyPage } from "./lazy-page.tsx";

type PageRoute = {
  path: string;
  page: FunctionComponent | LazyPage;
  /** The page has its own bar at the bottom of a phone. */
  hidesTabBar?: boolean;
};

const ProfilePage = lazyPage(async () => (await import("../pages/profile.tsx")).ProfilePage);

const TextPage = lazyPage(async () => (await import("../pages/text.tsx")).TextPage);

const screens: Record<PagePath, Omit<PageRoute, "path">> = {
  "/": { page: HomePage },
  "/map": { page: lazyPage(async () => (await import("../pages/map.tsx")).MapPage) },
  "/aircraft/:id": {
    page: lazyPage(async () => (await import("../pages/aircraft-detail.tsx")).AircraftDetailPage),
    hidesTabBar: true,
  },
  "/profile": { page: ProfilePage },
  "/profile/:userId": { page: ProfilePage },
  "/bookings": { page: lazyPage(async () => (await import("../pages/bookings.tsx")).BookingsPage) },
  "/messages": { page: lazyPage(async () => (await import("../pages/messages.tsx")).MessagesPage) },
  "/favorites": { page: lazyPage(async () => (await import("../pages/favorites.tsx")).FavoritesPage) },
  "/how-it-works": { page: lazyPage(async () => (await import("../pages/how-it-works.tsx")).HowItWorksPage) },
  "/verify-email": { page: lazyPage(async () => (await import("../pages/verify-email.tsx")).VerifyEmailPage) },
  "/forgot-password": { page: lazyPage(async () => (await import("../pages/forgot-password.tsx")).ForgotPasswordPage) },
  "/reset-password": { page: lazyPage(async () => (await import("../pages/reset-password.tsx")).ResetPasswordPage) },
  "/admin": { page: lazyPage(async () => (await import("../pages/admin.tsx")).AdminPage) },
  "/settings": { page: lazyPage(async () => (await import("../pages/settings.tsx")).SettingsPage) },
  "/account": { page: lazyPage(async () => (await import("../pages/account.tsx")).AccountPage) },
  "/confirm-email": { page: lazyPage(async () => (await import("../pages/confirm-email.tsx")).ConfirmEmailPage) },
  "/on-this-device": {
    page: lazyPage(async () => (await import("../pages/on-this-device.tsx")).OnThisDevicePage),
  },
  "/wallet": { page: lazyPage(async () => (await import("../pages/wallet.tsx")).WalletPage) },
  "/unsubscribe": { page: lazyPage(async () => (await import("../pages/unsubscribe.tsx")).UnsubscribePage) },
  "/demo/mail": { page: lazyPage(async () => (await import("../pages/demo-mail.tsx")).DemoMailPage) },
  "/help/contact": { page: TextPage },
  "/help/bookings": { page: TextPage },
  "/help/verified": { page: TextPage },
  "/legal/terms": { page: TextPage },
  "/legal/privacy": { page: TextPage },
  "/legal/license": { page: TextPage },
};

const notFound: PageRoute = { path: "*", page: NotFoundPage };

/** The page of an address; `*` for an address without one. */
export function routeOf(pathname: string): PageRoute {
  const path = findPage(pathname)?.path;
  return path ? { path, ...screens[path] } : notFound;
}

/** Whether an address has its own page. */
export function hasPage(pathname: string): boolean {
  return findPage(pathname) !== null;
}

/** Fetches the code of the page at an address, so that it renders synchronously. */
export async function preloadPage(pathname: string): Promise<void> {
  const { page } = routeOf(pathname);
  if ("preload" in page) await page.preload();
}

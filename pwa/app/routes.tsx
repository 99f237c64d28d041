// Every screen and its address. Links ask `hasPage` first, so that no link leads to a missing page.
import type { FunctionComponent } from "react";
import { findPage, type PagePath } from "../../shared/pages.ts";
import { HomePage } from "../pages/home.tsx";
import { NotFoundPage } from "../pages/not-found.tsx";
import { lazyPage, type LazyPage } from "./lazy-page.tsx";
import type { PageName } from "./page-code.ts";

type PageRoute = {
  path: string;
  page: FunctionComponent | LazyPage;
  /** The page has its own bar at the bottom of a phone. */
  hidesTabBar?: boolean;
};

const page = (name: PageName) => lazyPage(async () => (await import("./page-code.ts")).pageCode[name]());

const ProfilePage = page("profile");

const TextPage = page("text");

const screens: Record<PagePath, Omit<PageRoute, "path">> = {
  "/": { page: HomePage },
  "/map": { page: page("map") },
  "/aircraft/:id": { page: page("aircraft-detail"), hidesTabBar: true },
  "/profile": { page: ProfilePage },
  "/profile/:userId": { page: ProfilePage },
  "/bookings": { page: page("bookings") },
  "/messages": { page: page("messages") },
  "/favorites": { page: page("favorites") },
  "/how-it-works": { page: page("how-it-works") },
  "/verify-email": { page: page("verify-email") },
  "/forgot-password": { page: page("forgot-password") },
  "/reset-password": { page: page("reset-password") },
  "/admin": { page: page("admin") },
  "/settings": { page: page("settings") },
  "/account": { page: page("account") },
  "/confirm-email": { page: page("confirm-email") },
  "/on-this-device": { page: page("on-this-device") },
  "/wallet": { page: page("wallet") },
  "/unsubscribe": { page: page("unsubscribe") },
  "/demo/mail": { page: page("demo-mail") },
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

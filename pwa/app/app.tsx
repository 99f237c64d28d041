// The layout around a page. Needs a router: the browser router in main.tsx, the static router while prerendering.
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { AuthProvider } from "../client/session/session.tsx";
import { Spinner } from "../ui/display/spinner.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Footer } from "./layout/footer.tsx";
import { Header } from "./layout/header.tsx";
import { LazyComponents } from "./lazy-components.tsx";
import { OfflineBanner } from "./layout/offline-banner.tsx";
import { ScrollAndFocus } from "./effects/scroll-and-focus.tsx";
import { routeOf } from "./routes.tsx";
import { TabBar } from "./layout/tab-bar.tsx";
import styles from "./app.module.css";

export function App() {
  const { pathname } = useLocation();
  const { path, page: Page, hidesTabBar } = routeOf(pathname);
  const hasTabBar = !hidesTabBar;
  return (
    <ErrorBoundary>
      <AuthProvider>
        <a href="#main" className={styles.skip}>
          Skip to content
        </a>
        <Header />
        <OfflineBanner />
        {/* Each screen gets a new element: where a phone hides the header, nothing that is in view moves. */}
        <main key={path} id="main" tabIndex={-1} className={styles.main}>
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<PageLoading of={path} />}>
              <Page />
              <HydrationSignal />
            </Suspense>
          </ErrorBoundary>
        </main>
        <Footer room={hasTabBar ? "tab-bar" : "buy-bar"} />
        {hasTabBar && <TabBar />}
        <ScrollAndFocus />
        <LazyComponents />
      </AuthProvider>
    </ErrorBoundary>
  );
}

/**
 * Tells `public/start.js` that the app now handles clicks; the script keeps the last click made before. Fires one render late, so that
 * fields first take over text typed before hydration.
 */
function HydrationSignal() {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (isDrawn) document.dispatchEvent(new Event("app-listens"));
    else setDrawn(true);
  }, [isDrawn]);
  return null;
}

function PageLoading({ of: path }: { of: string }) {
  return (
    <p className={styles.loading} role="status" data-of={path} data-growing="">
      <Spinner size="l" />
      Loading...
    </p>
  );
}

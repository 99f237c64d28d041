// The page's root: takes over what the server rendered for this address, or draws it from nothing.
import "./client/shell/without-eval.ts";
import "./ui/styles/base.css";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { PageRouter } from "./app/page-router.tsx";
import { preloadPage } from "./app/routes.tsx";
import { watchInstall } from "./client/shell/install.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to draw into.");

const app = (
  <StrictMode>
    <PageRouter>
      <App />
    </PageRouter>
  </StrictMode>
);

watchInstall();

// The page's own code has to be there before React compares it with the server's markup. Not a top-level await: that
// code imports modules which are bundled with this one, and each would wait for the other.
void preloadPage(location.pathname)
  .catch(() => undefined)
  .then(() => {
    // Hydrates in slices, so that the browser handles taps and paints frames between them.
    if (root.firstElementChild) startTransition(() => void hydrateRoot(root, app));
    // The shell a service worker answers with has an empty root: nothing shows before this.
    else createRoot(root).render(app);
  });

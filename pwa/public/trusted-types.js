// Trusted Types: decides which text may become markup or a script's address.
// The browser refuses all other text, since the server's headers allow this script's policy alone.
(function () {
  if (!self.trustedTypes) return;

  // The service worker, and the workers that parse large catalogues, find the marks of the map and paint it.
  const workers = /^\/(sw|assets\/(?:marks|pack|painter)-worker-[\w-]{8})\.js$/;

  // Without `createScript` no text becomes code. A policy refuses by returning null.
  trustedTypes.createPolicy("default", {
    // Uppy clears an element.
    createHTML: (html) => (html === "" ? html : null),
    createScriptURL(address) {
      const { origin, pathname, href } = new URL(address, location.origin);
      return href === origin + pathname && origin === location.origin && workers.test(pathname) ? href : null;
    },
  });
})();

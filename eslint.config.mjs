// What a reviewer should not have to say. Formatting is Prettier's, layers are dependency-cruiser's, dead code is knip's.
import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

const sources = ["**/*.{ts,tsx}"];

/** Case of constants at the top of a module: numbers in UPPER_CASE, objects in camelCase. */
const constant = ":matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=const] > VariableDeclarator";
const constantCase = [
  { selector: `${constant}[id.name=/[a-z]/]:matches([init.raw=/^[0-9]/], [init.operator='-'])`, name: "UPPER_CASE" },
  { selector: `${constant}[id.name!=/[a-z]/][init.type=ObjectExpression]`, name: "camelCase" },
].map(({ selector, name }) => ({ selector, message: `Name this constant in ${name}.` }));

export default tseslint.config(
  { ignores: ["dist/", ".cache/", ".data/", "artifacts/", "test-results/", "playwright-report/", "**/node_modules/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: sources,
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/only-throw-error": "error",
      // A promise given to a button or a listener is fine where its failure is handled inside.
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      // A function that answers a promise by its contract need not await anything itself.
      "@typescript-eslint/require-await": "off",
      // Records of functions are written in method form; the house has next to no `this`.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportAllDeclaration", message: "No barrels: import from the file itself." },
        { selector: "TSEnumDeclaration", message: "Use a union of texts." },
        // An interface in a module declaration extends one of a library, which a type cannot.
        { selector: ":not(TSModuleBlock) > TSInterfaceDeclaration", message: "Use a type." },
        ...constantCase,
      ],
      eqeqeq: ["error", "always"],
      "no-console": ["error", { allow: ["warn", "error"] }],
    },
  },
  {
    // Rows come from knex untyped and leave only through an output schema; tests read whatever JSON comes.
    files: ["sync-server/**/*.ts", "tests/**/*.ts", "bench/**/*.ts", "**/*.test.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["pwa/**/*.tsx"],
    extends: [jsxA11y.flatConfigs.recommended],
    languageOptions: { globals: globals.browser },
    // A part of a dialog that asks for the focus when it opens is what a keyboard user needs.
    rules: { "jsx-a11y/no-autofocus": ["error", { ignoreNonDOM: true }] },
  },
  {
    files: ["pwa/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    // The plugin's other rules prepare code for the React compiler, which is not part of this build.
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  { files: ["scripts/**", "bench/**"], rules: { "no-console": "off" } },
  { files: ["**/*.{mjs,cjs}"], languageOptions: { globals: globals.node } },
  // Scripts that drive a browser hand it functions to run.
  { files: ["scripts/{icons,screenshots}.mjs"], languageOptions: { globals: globals.browser } },
  { files: ["pwa/public/**/*.js"], languageOptions: { globals: globals.browser, sourceType: "script" } },
);

// What a reader or a browser would trip over; the layout is prettier's.
const browser = [
  "document",
  "location",
  "history",
  "addEventListener",
  "removeEventListener",
  "setTimeout",
  "URLSearchParams",
];
const node = [
  "process",
  "console",
  "URL",
  "setTimeout",
  "document",
  "performance",
  "Event",
  "requestAnimationFrame",
];
const globals = (names) => Object.fromEntries(names.map((n) => [n, "readonly"]));
const rules = {
  "no-undef": "error",
  "no-unused-vars": "error",
  "no-var": "error",
  "prefer-const": "error",
  eqeqeq: "error",
};

export default [
  { ignores: ["report.html", "node_modules/"] },
  { files: ["src/**/*.js"], languageOptions: { globals: globals(browser) }, rules },
  { files: ["*.js", "*.mjs", "test/**/*.mjs"], languageOptions: { globals: globals(node) }, rules },
];

import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

// Folders of chunks loaded after the first paint, with their texts.
const chunks = [
  "shell/product",
  "shell/sync",
  "features/batches",
  "features/connections",
  "features/export",
  "features/overview",
  "features/projects",
  "features/public-reports",
  "features/reports/history",
  "features/reports/library",
  "features/reports/panel",
  "features/reports/selection",
  "features/reports/writes",
  "features/settings",
  "shared/export/form",
  "shared/passwords",
  "shared/planning/rules",
  "shared/selection",
  "shared/sync",
  "shared/updates",
  "shared/views",
].map((chunk) => `<rootDir>/src/${chunk}/`);

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de", "fr", "es", "pt-BR", "ja", "zh-Hans", "ar"],
  // Missing translations are shown in English; `npm run check` fails on them.
  fallbackLocales: { default: "en" },
  rootDir: import.meta.dirname,
  catalogs: [
    {
      path: "<rootDir>/src/locales/{locale}/messages",
      include: ["<rootDir>/src"],
      exclude: chunks.map((chunk) => `${chunk}**`),
    },
    { path: "<rootDir>/src/locales/{locale}/deferred", include: chunks },
  ],
  // Without line numbers, a catalog changes only with its texts.
  format: formatter({ lineNumbers: false, customHeaderAttributes: { "POT-Creation-Date": "" } }),
  orderBy: "message",
});

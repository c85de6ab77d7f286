import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de", "fr", "es", "pt-BR", "ja", "zh-Hans", "ar"],
  // Missing translations are shown in English; `npm run check` fails on them.
  fallbackLocales: { default: "en" },
  rootDir: import.meta.dirname,
  catalogs: [{ path: "<rootDir>/src/locales/{locale}/messages", include: ["<rootDir>/src"] }],
  // Without line numbers, a catalog changes only with its texts.
  format: formatter({ lineNumbers: false, customHeaderAttributes: { "POT-Creation-Date": "" } }),
  orderBy: "message",
});

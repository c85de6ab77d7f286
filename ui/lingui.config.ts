import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

// Folders of chunks loaded after the first paint, with their texts.
const rooms = [
  "batches",
  "connections",
  "export",
  "library",
  "overview",
  "projects",
  "reports/history",
  "settings",
  "sweep",
];
const later = [
  "app/passwords",
  "app/product",
  "app/selection",
  "app/syncing",
  "app/views",
  ...rooms.map((room) => `features/${room}`),
].map((room) => `<rootDir>/src/${room}/`);

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
      exclude: later.map((room) => `${room}**`),
    },
    { path: "<rootDir>/src/locales/{locale}/more", include: later },
  ],
  // Without line numbers, a catalog changes only with its texts.
  format: formatter({ lineNumbers: false, customHeaderAttributes: { "POT-Creation-Date": "" } }),
  orderBy: "message",
});

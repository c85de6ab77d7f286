import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

// What is loaded after the first picture: its texts come with it.
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
  // A text without a translation is shown in English; `npm run check` lets none be missing.
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
  // Without line numbers, a catalogue changes only when a text does.
  format: formatter({ lineNumbers: false, customHeaderAttributes: { "POT-Creation-Date": "" } }),
  orderBy: "message",
});

import { fileURLToPath } from "node:url";
import { getConfig } from "@lingui/conf";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const linguiConfig = { configPath: fileURLToPath(new URL("lingui.config.ts", import.meta.url)) };

// The gallery of components is for development and tests: scripts/lib/build.mjs puts it beside the window's files.
const isGallery = process.env.ASSAY_GALLERY !== undefined;
const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  // The macros need Babel, which must see the source before React's transform does.
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiConfig) }, linguiConfig)] }),
    react(),
    // React Aria's own words come with the texts of a language (src/locales), not with its controls.
    optimizeLocales.vite({ locales: [] }),
    lingui({ ...linguiConfig, failOnCompileError: true }),
  ],
  clearScreen: false,
  server: { host: "127.0.0.1", port: 1420, strictPort: true },
  css: { transformer: "lightningcss" },
  build: {
    // The oldest webviews that Assay runs in: WebKitGTK and macOS's, and WebView2.
    target: ["safari15", "chrome105"],
    cssMinify: "lightningcss",
    // It takes some seconds more than Vite's own, and leaves less to load at the start.
    minify: "terser",
    terserOptions: { module: true, compress: { passes: 3 } },
    // What it would do for older webviews, to fetch ahead, is worth less than what it weighs.
    modulePreload: { polyfill: false },
    // The content policy of the window allows no data: addresses.
    assetsInlineLimit: 0,
    emptyOutDir: !isGallery,
    rolldownOptions: {
      input: page(isGallery ? "gallery.html" : "index.html"),
      output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } },
      // Nothing but the start does anything by being imported: what a screen does not use of an index is not loaded.
      treeshake: { moduleSideEffects: [{ test: /\/ui\/src\/(?!main|gallery).*\.tsx?$/, sideEffects: false }] },
    },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    // Nothing else runs meanwhile.
    maxWorkers: "100%",
    // A busy machine needs its time.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});

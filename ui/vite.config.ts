import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getConfig } from "@lingui/conf";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const linguiConfig = { configPath: fileURLToPath(new URL("lingui.config.ts", import.meta.url)) };

// The gallery is for development and tests; scripts/lib/build.mjs puts it next to the window's files.
const isGallery = process.env.ASSAY_GALLERY !== undefined;
const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// Inside the page, since they must run before the style sheet and the other scripts are there.
const firstScripts: Plugin = {
  name: "first-scripts",
  transformIndexHtml: {
    order: "pre",
    handler: (html, { server }) => {
      const built = "../node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2";
      // The development server has no file above its root at a path of its own.
      const font = server ? `/@fs${page(built)}` : built;
      const scripts = ["inter.js", "first-press.js"].map((name) => {
        const script = readFileSync(new URL(name, import.meta.url), "utf8");
        return `<script>${script}</script>`;
      });
      return html.replace("<title>", `<link rel="inter" href="${font}" />${scripts.join("")}$&`);
    },
  },
};

// Tests that mock modules or need them not yet loaded.
const loadedAnew = [
  "src/components/buttons/keys.test.tsx",
  "src/components/deferred.test.tsx",
  "src/host/host.test.ts",
  "src/i18n.test.ts",
  "src/shell/crash.test.tsx",
  "src/shell/language.test.tsx",
  "src/shell/leaving.test.tsx",
];

export default defineConfig({
  // The macros need Babel, before React's transform.
  plugins: [
    firstScripts,
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiConfig) }, linguiConfig)] }),
    react(),
    // React Aria's texts load with a language (src/locales), not with its controls.
    optimizeLocales.vite({ locales: [] }),
    lingui({ ...linguiConfig, failOnCompileError: true }),
  ],
  clearScreen: false,
  server: { host: "127.0.0.1", port: 1420, strictPort: true },
  css: { transformer: "lightningcss" },
  build: {
    // The oldest supported webviews: WebKitGTK and macOS's, and WebView2.
    target: ["safari15", "chrome105"],
    cssMinify: "lightningcss",
    // The picture of the last screen needs the styles of all, before any script has run.
    cssCodeSplit: false,
    // Slower than Vite's own, but smaller.
    minify: "terser",
    terserOptions: { module: true, compress: { passes: 3 } },
    // WebKitGTK would load each chunk twice.
    modulePreload: false,
    // The window's content policy forbids data: URLs.
    assetsInlineLimit: 0,
    emptyOutDir: !isGallery,
    rolldownOptions: {
      input: page(isGallery ? "gallery.html" : "index.html"),
      output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } },
      // Only the entry has side effects, so unused exports of index files aren't loaded.
      treeshake: { moduleSideEffects: [{ test: /\/ui\/src\/(?!main|gallery).*\.tsx?$/, sideEffects: false }] },
    },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    projects: [
      // Loading the app for each file took a third of the time.
      {
        extends: true,
        test: { name: "shared", isolate: false, exclude: loadedAnew, setupFiles: ["src/test/english.ts"] },
      },
      { extends: true, test: { name: "alone", include: loadedAnew } },
    ],
    // Recorded answers have the days of this zone.
    env: { TZ: "UTC" },
    // Nothing else runs at the same time.
    maxWorkers: "100%",
    // Busy machines are slow.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});

// npm run icons: makes the app's icons in all sizes from src-tauri/icons/icon.svg.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { main, must } from "./lib/run.mjs";

const icons = join(root, "src-tauri", "icons");

main(async () => {
  const made = mkdtempSync(join(tmpdir(), "assay-icons-"));
  try {
    await must("tauri", ["icon", join(icons, "icon.svg"), "--output", made]);
    // The others are for phones and the Windows Store.
    for (const name of ["32x32.png", "64x64.png", "128x128.png", "icon.png", "icon.icns", "icon.ico"])
      copyFileSync(join(made, name), join(icons, name));
    // Tauri's name would install it as an icon of 512 pixels.
    copyFileSync(join(made, "128x128@2x.png"), join(icons, "256x256.png"));
  } finally {
    rmSync(made, { recursive: true });
  }
});

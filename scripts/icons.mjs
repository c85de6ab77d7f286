// npm run icons: makes the app's icons in all sizes from icon.svg and, for small sizes, icon-small.svg.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mergedIcns, mergedIco } from "./lib/icons.mjs";
import { root } from "./lib/paths.mjs";
import { main, must } from "./lib/run.mjs";

const icons = join(root, "src-tauri", "icons");

main(async () => {
  const made = mkdtempSync(join(tmpdir(), "assay-icons-"));
  const [large, small] = [join(made, "large"), join(made, "small")];
  try {
    await must("tauri", ["icon", join(icons, "icon.svg"), "--output", large]);
    await must("tauri", ["icon", join(icons, "icon-small.svg"), "--output", small]);
    // The others are for phones and the Windows Store.
    for (const name of ["64x64.png", "128x128.png", "icon.png"]) copyFileSync(join(large, name), join(icons, name));
    copyFileSync(join(small, "32x32.png"), join(icons, "32x32.png"));
    // Tauri's name would install it as an icon of 512 pixels.
    copyFileSync(join(large, "128x128@2x.png"), join(icons, "256x256.png"));
    for (const [name, merged] of /** @type {const} */ ([
      ["icon.ico", mergedIco],
      ["icon.icns", mergedIcns],
    ]))
      writeFileSync(join(icons, name), merged(readFileSync(join(large, name)), readFileSync(join(small, name))));
  } finally {
    rmSync(made, { recursive: true });
  }
});

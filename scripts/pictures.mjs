// npm run pictures [-- SCENE …]: takes screenshots of every screen and failure, in light and dark, into pictures/, and
// updates the README's in docs/pictures.
import { takePictures } from "./lib/pictures.mjs";
import { main } from "./lib/run.mjs";

main(() => takePictures("pictures.ts", process.argv.slice(2)));

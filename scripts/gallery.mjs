// npm run gallery [-- SECTION …]: takes screenshots of every component in every state into pictures/gallery; --open
// shows the gallery in the browser instead.
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { takePictures } from "./lib/pictures.mjs";
import { main, run } from "./lib/run.mjs";

const given = process.argv.slice(2);

main(async () => {
  if (!given.includes("--open")) return takePictures("gallery/pictures.ts", given);
  await ensureNodePackages();
  return (await run("vite", ["ui", "--open", "/gallery.html"])).code;
});

// Part of npm run soak: checks every screen and dialog with axe-core in light, and in dark from right to left.
import { takePictures } from "./lib/pictures.mjs";
import { main } from "./lib/run.mjs";

main(() => takePictures("accessibility.ts", []));

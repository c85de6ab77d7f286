import { looks } from "./pictures/looks.ts";
import { screens } from "./pictures/screens.ts";
import { walk } from "./pictures/walk.ts";

const wanted = ["batches-empty", "new-batch", "new-batch-table", "batches"];
const name = process.argv[2] ?? "dark";
const look = (looks as Record<string, Parameters<typeof walk>[0]>)[name];
if (!look) throw new Error(Object.keys(looks).join(" "));
await walk(
  look,
  screens,
  ({ name }, app) => app.picture(`/tmp/u1/p-${name}.png`),
  ({ name }) => wanted.includes(name),
);

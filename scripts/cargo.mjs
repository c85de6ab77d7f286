// Runs cargo with the shared target folder: node scripts/cargo.mjs [NAME=value …] ARGUMENT …
import { main, run } from "./lib/run.mjs";

const given = process.argv.slice(2);
const start = given.findIndex((word) => !/^[A-Z_]+=/.test(word));
const variables = Object.fromEntries(given.slice(0, start).map((word) => word.split("=", 2)));

main(async () => (await run("cargo", given.slice(start), { env: { ...process.env, ...variables } })).code);

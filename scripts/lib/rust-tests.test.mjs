import assert from "node:assert/strict";
import { it } from "node:test";
import { testPrograms } from "./rust-tests.mjs";

it("finds the test programs among what cargo built, each with its package's folder, the core's first", () => {
  const artifact = { reason: "compiler-artifact", manifest_path: "/app/crates/api/Cargo.toml" };
  const messages = [
    { ...artifact, profile: { test: false }, executable: null },
    { ...artifact, profile: { test: false }, executable: "/target/debug/assay" },
    { ...artifact, profile: { test: true }, executable: "/target/debug/deps/http-1f" },
    {
      ...artifact,
      manifest_path: "/app/crates/core/Cargo.toml",
      profile: { test: true },
      executable: "/target/debug/deps/sync-2c",
    },
    { reason: "build-script-executed" },
    { reason: "build-finished", success: true },
  ];
  const output = ["   Compiling assay-api", ...messages.map((message) => JSON.stringify(message)), ""].join("\n");
  assert.deepEqual(testPrograms(output), [
    { program: "/target/debug/deps/sync-2c", folder: "/app/crates/core" },
    { program: "/target/debug/deps/http-1f", folder: "/app/crates/api" },
  ]);
});

import assert from "node:assert/strict";
import { it } from "node:test";
import { signingWith } from "./signing.mjs";

const update = {
  TAURI_SIGNING_PRIVATE_KEY: "private",
  TAURI_SIGNING_PRIVATE_KEY_PASSWORD: "password",
  ASSAY_UPDATE_KEY: "public",
  ASSAY_UPDATE_ADDRESS: "https://a.example",
};
const apple = { APPLE_CERTIFICATE: "certificate", APPLE_CERTIFICATE_PASSWORD: "password" };
const notary = { APPLE_ID: "id", APPLE_PASSWORD: "password", APPLE_TEAM_ID: "team" };

it("signs what its secrets are set for", () => {
  const { env, signs, notices } = signingWith({ ...update, ...apple, ...notary }, "darwin");
  assert.deepEqual([...signs], ["updates", "apple", "notary"]);
  assert.deepEqual(notices, []);
  assert.deepEqual(env, { ...update, ...apple, ...notary });
});

it("reports each missing signature of this system, and passes on nothing empty", () => {
  const empty = Object.fromEntries(Object.keys({ ...update, ...apple, ...notary }).map((name) => [name, ""]));
  const { env, signs, notices } = signingWith(
    { ...empty, ASSAY_UPDATE_ADDRESS: update.ASSAY_UPDATE_ADDRESS },
    "darwin",
  );
  assert.equal(signs.size, 0);
  assert.deepEqual(
    notices.map((notice) => /Not set: (.*)\./.exec(notice)?.[1]),
    [
      "TAURI_SIGNING_PRIVATE_KEY, TAURI_SIGNING_PRIVATE_KEY_PASSWORD, ASSAY_UPDATE_KEY",
      "APPLE_CERTIFICATE, APPLE_CERTIFICATE_PASSWORD",
      "APPLE_ID, APPLE_PASSWORD, APPLE_TEAM_ID",
    ],
  );
  assert.deepEqual(env, { APPLE_SIGNING_IDENTITY: "-" });
});

it("asks on each system for what concerns it alone", () => {
  assert.deepEqual(signingWith(update, "linux").notices, []);
  assert.match(signingWith(update, "win32").notices.join(), /AZURE_CLIENT_ID/);
});

it("takes half a configuration for a mistake", () => {
  assert.throws(() => signingWith({ ASSAY_UPDATE_KEY: "public" }, "linux"), /TAURI_SIGNING_PRIVATE_KEY/);
  const { TAURI_SIGNING_PRIVATE_KEY_PASSWORD, ...locked } = update;
  assert.throws(() => signingWith(locked, "linux"), /Set TAURI_SIGNING_PRIVATE_KEY_PASSWORD too/);
  assert.throws(() => signingWith({ ...update, ...notary }, "darwin"), /Only what is signed/);
});

import { Stop } from "./run.mjs";

/**
 * A kind of signature: what has to be set for it, all or nothing, and what is said where nothing is.
 * @type {Record<"updates" | "apple" | "notary" | "azure", { names: string[], without: string }>}
 */
const kinds = {
  updates: {
    names: ["TAURI_SIGNING_PRIVATE_KEY", "TAURI_SIGNING_PRIVATE_KEY_PASSWORD", "ASSAY_UPDATE_KEY"],
    without: "This build never looks for updates, and no update can come from it.",
  },
  apple: {
    names: ["APPLE_CERTIFICATE", "APPLE_CERTIFICATE_PASSWORD"],
    without: "The app is not signed: macOS warns of it.",
  },
  notary: {
    names: ["APPLE_ID", "APPLE_PASSWORD", "APPLE_TEAM_ID"],
    without: "The app is not notarised: macOS warns of it.",
  },
  azure: {
    names: [
      "AZURE_CLIENT_ID",
      "AZURE_CLIENT_SECRET",
      "AZURE_TENANT_ID",
      "AZURE_SIGNING_ENDPOINT",
      "AZURE_SIGNING_ACCOUNT",
      "AZURE_SIGNING_PROFILE",
    ],
    without: "Program and installers are not signed: Windows warns of them.",
  },
};

/**
 * What can be signed with what is set, and the environment for it: what a workflow passes on of a secret that does not
 * exist is empty, which Tauri would take for the secret.
 * @param {NodeJS.ProcessEnv} given
 * @param {NodeJS.Platform} platform
 * @returns {{ env: NodeJS.ProcessEnv, signs: Set<keyof typeof kinds>, notices: string[] }} `notices`: what is not
 *   signed, what that means, and what to set
 */
export function signingWith(given, platform) {
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  /** @type {(keyof typeof kinds)[]} */
  const ofSystem = platform === "darwin" ? ["apple", "notary"] : platform === "win32" ? ["azure"] : [];
  /** @type {Set<keyof typeof kinds>} */
  const signs = new Set();
  const notices = [];
  for (const kind of /** @type {const} */ (["updates", ...ofSystem])) {
    const { names, without } = kinds[kind];
    const missing = names.filter((name) => !env[name]);
    if (missing.length === 0) signs.add(kind);
    // Half a configuration is a mistake, which must not end in a release that nobody can trust.
    else if (missing.length < names.length) throw new Stop(`Set ${missing.join(" and ")} too, or none of ${names}.`);
    else notices.push(`${without} Not set: ${missing.join(", ")}.`);
  }
  if (signs.has("notary") && !signs.has("apple")) throw new Stop("Only what is signed can be notarised.");
  if (!signs.has("updates")) delete env.ASSAY_UPDATE_ADDRESS;
  // Processors of Apple start nothing that has not at least a signature of nobody.
  if (platform === "darwin" && !signs.has("apple")) env.APPLE_SIGNING_IDENTITY = "-";
  return { env, signs, notices };
}

import { Stop } from "./run.mjs";

/**
 * Kinds of signatures: variables that must be set together, and the notice without them.
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
 * The possible signatures and their environment, without empty variables: workflows pass missing secrets as empty text.
 * @param {NodeJS.ProcessEnv} given
 * @param {NodeJS.Platform} platform
 * @returns {{ env: NodeJS.ProcessEnv, signs: Set<keyof typeof kinds>, notices: string[] }} `notices`: missing
 *   signatures, their consequences, and the variables to set
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
    // A partial configuration is a mistake and must not lead to an untrusted release.
    else if (missing.length < names.length) throw new Stop(`Set ${missing.join(" and ")} too, or none of ${names}.`);
    else notices.push(`${without} Not set: ${missing.join(", ")}.`);
  }
  if (signs.has("notary") && !signs.has("apple")) throw new Stop("Only what is signed can be notarised.");
  if (!signs.has("updates")) delete env.ASSAY_UPDATE_ADDRESS;
  // Apple silicon runs nothing without at least an ad hoc signature.
  if (platform === "darwin" && !signs.has("apple")) env.APPLE_SIGNING_IDENTITY = "-";
  return { env, signs, notices };
}

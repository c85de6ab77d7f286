import { Stop } from "./run.mjs";

/**
 * Tauri's configuration for updates; empty unless the environment has both a URL and a key.
 * @param {NodeJS.ProcessEnv} [env] `ASSAY_UPDATE_ADDRESS`: URL of latest.json; `ASSAY_UPDATE_KEY`: the public key
 */
export function updateConfig({ ASSAY_UPDATE_ADDRESS: address, ASSAY_UPDATE_KEY: pubkey } = process.env) {
  if (!address && !pubkey) return undefined;
  if (!address || !pubkey) throw new Stop("ASSAY_UPDATE_ADDRESS and ASSAY_UPDATE_KEY go together: set both or none.");
  return { bundle: { createUpdaterArtifacts: true }, plugins: { updater: { endpoints: [address], pubkey } } };
}

/**
 * The content of latest.json, by which the app finds updates.
 * @param {object} release
 * @param {string} release.version such as 1.4.0
 * @param {string} release.notes Markdown
 * @param {string} release.published a time as in RFC 3339
 * @param {string} release.page the release's web page
 * @param {Record<string, { url: string, signature: string }>} release.packages by the updater's names
 *   (`linux-x86_64-appimage`); `signature`: the content of the file that ends in .sig
 */
export const manifest = ({ version, notes, published, page, packages }) => ({
  version,
  notes,
  pub_date: published,
  page,
  platforms: packages,
});

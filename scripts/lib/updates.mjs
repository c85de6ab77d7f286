import { Stop } from "./run.mjs";

/**
 * What a release build adds to Tauri's configuration so that the app looks for newer versions: nothing where the
 * environment names no place and no key for them.
 * @param {NodeJS.ProcessEnv} [env] `ASSAY_UPDATE_ADDRESS`: where latest.json will be; `ASSAY_UPDATE_KEY`: the public key
 */
export function updateConfig({ ASSAY_UPDATE_ADDRESS: address, ASSAY_UPDATE_KEY: pubkey } = process.env) {
  if (!address && !pubkey) return undefined;
  if (!address || !pubkey) throw new Stop("ASSAY_UPDATE_ADDRESS and ASSAY_UPDATE_KEY go together: set both or none.");
  return { bundle: { createUpdaterArtifacts: true }, plugins: { updater: { endpoints: [address], pubkey } } };
}

/**
 * What is listed for the app to find a newer version: the content of latest.json.
 * @param {object} release
 * @param {string} release.version such as 1.4.0
 * @param {string} release.notes Markdown
 * @param {string} release.published a time as in RFC 3339
 * @param {string} release.page what people can read and download by hand
 * @param {Record<string, { url: string, signature: string }>} release.packages by what the updater calls them
 *   (`linux-x86_64-appimage`); `signature`: the content of the file that ends in .sig
 */
export const manifest = ({ version, notes, published, page, packages }) => ({
  version,
  notes,
  pub_date: published,
  page,
  platforms: packages,
});

/**
 * Tags that lintian and rpmlint may report, and why they stay.
 * @type {Record<"lintian" | "rpmlint", Record<string, string>>}
 */
export const accepted = {
  lintian: {
    "bogus-mail-host-in-debian-changelog": "the developers have no address for mail",
    "malformed-contact": "the developers have no address for mail",
  },
  rpmlint: {
    "invalid-license": "rpmlint outside of a distribution knows no license",
    "manpage-not-compressed": "gzip is read everywhere; rpmlint would have bzip2",
    "no-buildhost-tag": "where it was built is proven by the attestation",
    "no-changelogname-tag": "Tauri writes none; the app and the release page have the changelog",
    "no-documentation": "the manual page is the documentation, and Tauri marks no file as documentation",
    "no-group-tag": "groups are obsolete",
    "no-manual-page-for-binary": "there is one, and Tauri marks no file as documentation",
    "no-packager-tag": "the developers have no address for mail",
    "no-signature": "that would be the key of a package source; the release is signed for updates",
    "no-url-tag": "a build from source has no address",
    "non-coherent-filename": "Tauri names the files",
    "not-listed-as-documentation": "Tauri marks no file as documentation",
  },
};

/**
 * Faults that a linter found and that aren't accepted, and accepted ones that it no longer finds; one per line.
 * @param {keyof typeof accepted} linter
 * @param {string} output
 */
export function faultsOf(linter, output) {
  const found = [...output.matchAll(/^(?:\S+: )?([EW]): (?:\S+: )?(\S+).*$/gm)].map(([line, , tag]) => ({ line, tag }));
  const known = accepted[linter];
  return [
    ...found.filter(({ tag }) => !(tag in known)).map(({ line }) => line),
    ...Object.keys(known)
      .filter((tag) => !found.some((each) => each.tag === tag))
      .map((tag) => `${tag} is accepted, but no longer found`),
  ];
}

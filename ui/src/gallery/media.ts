const FEATURES = { more: "(prefers-contrast: more)", forced: "(forced-colors: active)" };

/** The rules within media queries that were made to hold, with the queries that they had. */
const changed = new Map<CSSMediaRule, string>();

/**
 * Has the rules hold that are for more contrast or for colours that the user has chosen. Few web views can be told to
 * pretend; as Assay's rules for those set nothing but tokens and a few details, to have them hold looks the same.
 */
export function pretend(colours: "own" | keyof typeof FEATURES): void {
  for (const [rule, query] of changed) rule.media.mediaText = query;
  changed.clear();
  if (colours === "own") return;
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    if (!(rule instanceof CSSMediaRule) || rule.media.mediaText !== FEATURES[colours]) continue;
    changed.set(rule, rule.media.mediaText);
    rule.media.mediaText = "all";
  }
}

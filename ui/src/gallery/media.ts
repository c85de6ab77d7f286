const FEATURES = { more: "(prefers-contrast: more)", forced: "(forced-colors: active)" };

/** Media rules forced to apply, with their original queries. */
const changed = new Map<CSSMediaRule, string>();

/** Forces the rules for more contrast or forced colors to apply: few webviews can emulate these settings. */
export function pretend(colors: "own" | keyof typeof FEATURES): void {
  for (const [rule, query] of changed) rule.media.mediaText = query;
  changed.clear();
  if (colors === "own") return;
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    if (!(rule instanceof CSSMediaRule) || rule.media.mediaText !== FEATURES[colors]) continue;
    changed.set(rule, rule.media.mediaText);
    rule.media.mediaText = "all";
  }
}

const PROPERTIES =
  /^(left|right|(.+-)?(margin|padding|border)-(left|right)(-.+)?|border-(top|bottom)-(left|right)-radius)$/;
const VALUES = /\b(left|right)\b|\btranslate(X|3d)?\(/;
const OF_VALUES =
  /^(text-align|float|clear|transform|translate|transform-origin|.*-position|background|background-image)$/;
const FOUR_SIDES = /^(margin|padding|inset|scroll-margin|scroll-padding|border-(width|color|style))$/;

/**
 * Lines of a style sheet that name left or right instead of start or end: "12: margin-left: 4px".
 * @param {string} css formatted, with one declaration per line
 */
export function sidesIn(css) {
  return css.split("\n").flatMap((line, index) => {
    const [, property = "", value = ""] = /^\s*([a-z-]+): (.+?);?$/.exec(line) ?? [];
    return namesSide(property, value) ? [`${index + 1}: ${line.trim()}`] : [];
  });
}

/**
 * @param {string} property
 * @param {string} value
 */
function namesSide(property, value) {
  if (PROPERTIES.test(property)) return true;
  if (OF_VALUES.test(property)) return VALUES.test(value);
  const parts = value.match(/(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? [];
  if (FOUR_SIDES.test(property)) return parts.length === 4 && parts[1] !== parts[3];
  return property === "border-radius" && new Set(parts).size > 1;
}

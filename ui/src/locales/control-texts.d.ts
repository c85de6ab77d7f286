/** What `react-aria-components/i18n/*` gives, which its own declarations call a type: the words of each package. */
declare const controlTexts: Record<string, Record<string, unknown>>;
export default controlTexts;

/** The real type of `react-aria-components/i18n/*`, which the package declares incorrectly. */
declare const controlTexts: Record<string, Record<string, unknown>>;
export default controlTexts;

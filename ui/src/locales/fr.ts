export { default as controlTexts } from "react-aria-components/i18n/fr-FR";
export { messages } from "./fr/messages.po";

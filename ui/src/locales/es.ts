export { default as controlTexts } from "react-aria-components/i18n/es-ES";
export { messages } from "./es/messages.po";

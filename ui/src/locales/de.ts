export { default as controlTexts } from "react-aria-components/i18n/de-DE";
export { messages } from "./de/messages.po";

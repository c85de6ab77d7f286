export { default as controlTexts } from "react-aria-components/i18n/en-US";
export { messages } from "./en/messages.po";

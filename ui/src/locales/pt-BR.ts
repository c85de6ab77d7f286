export { default as controlTexts } from "react-aria-components/i18n/pt-BR";
export { messages } from "./pt-BR/messages.po";

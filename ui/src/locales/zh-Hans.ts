export { default as controlTexts } from "react-aria-components/i18n/zh-CN";
export { messages } from "./zh-Hans/messages.po";

export { default as controlTexts } from "react-aria-components/i18n/ja-JP";
export { messages } from "./ja/messages.po";

export { NoticesScreen } from "./NoticesScreen";
export { SettingsScreen } from "./SettingsScreen";

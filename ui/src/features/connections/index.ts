export { ConnectionsScreen } from "./ConnectionsScreen";
export { CheckScreen } from "./connection-test/CheckScreen";
export { EditConnectionScreen, NewConnectionScreen } from "./form/FormScreens";
export { KeyPrompt } from "./key/KeyPrompt";
export { Welcome } from "./Welcome";

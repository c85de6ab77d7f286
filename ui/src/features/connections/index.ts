export { ConnectionsScreen } from "./ConnectionsScreen";
export { CheckScreen } from "./check/CheckScreen";
export { EditConnectionScreen, NewConnectionScreen } from "./FormScreens";
export { KeyPrompt } from "./KeyPrompt";
export { Welcome } from "./Welcome";

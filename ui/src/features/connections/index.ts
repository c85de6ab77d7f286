export { ConnectionsScreen } from "./ConnectionsScreen";
export { EditConnectionScreen, NewConnectionScreen } from "./FormScreens";
export { KeyPrompt } from "./KeyPrompt";
export { Welcome } from "./Welcome";

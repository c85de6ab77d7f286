export { CommandsProvider, useCommand, useCommands, useKeysOf } from "./context";

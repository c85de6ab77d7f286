export { FixListScreen, LibraryFixListScreen } from "./FixListScreen";
export { LibraryScreen } from "./LibraryScreen";

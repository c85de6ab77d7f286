export { FixListScreen, LibraryFixListScreen } from "../reports/library/fix-list/FixListScreen";
export { LibraryScreen } from "./LibraryScreen";

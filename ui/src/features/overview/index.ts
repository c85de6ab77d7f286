export { ChangesScreen } from "./changes/ChangesScreen";
export { OverviewScreen } from "./OverviewScreen";

export { ChangesScreen } from "./ChangesScreen";
export { OverviewScreen } from "./OverviewScreen";

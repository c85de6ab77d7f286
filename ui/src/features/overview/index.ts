export { ChangesScreen } from "./changes/ChangesScreen";
export { AllOverviewScreen, OverviewScreen } from "./OverviewScreen";

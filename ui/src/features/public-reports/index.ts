export { SweepScreen } from "./PublicReportsScreen";

export { SweepScreen } from "./SweepScreen";

export { PublicReportsScreen } from "./PublicReportsScreen";

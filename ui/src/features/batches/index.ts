export { BatchesScreen } from "./BatchesScreen";
export { DropOverlay } from "./DropOverlay";
export { NewBatchScreen } from "./NewBatchScreen";

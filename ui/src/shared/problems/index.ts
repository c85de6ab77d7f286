export { ConfirmDialog } from "./ConfirmDialog";
export { useFieldTexts } from "./field-reasons";
export { FilterIgnored, LastKnown, SortIgnored, UnreadableRows } from "./ListNotices";
export { ProblemInline } from "./ProblemInline";
export { ProblemActionsProvider, ProblemDetails, ProblemView } from "./ProblemView";
export { ACTION_LABELS, PROBLEMS, problemDetails, serviceMessage } from "./problems";

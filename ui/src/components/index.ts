export { Badge } from "./Badge";
export { Banner } from "./Banner";
export { Button } from "./Button";
export { Checkbox } from "./Checkbox";
export { ComboBox } from "./ComboBox";
export { ConfirmDialog } from "./ConfirmDialog";
export { DateText } from "./DateText";
export { Dialog, DialogFooter } from "./Dialog";
export { EmptyState } from "./EmptyState";
export { LastKnown, SortIgnored, UnreadableRows } from "./ListNotices";
export { LiveText } from "./LiveText";
export { Menu, MenuChoice, MenuItem, MenuSeparator } from "./Menu";
export { useOpenAddress } from "./open-address";
export { Pager } from "./Pager";
export { Panel } from "./Panel";
export { PRIVACY_ICONS, PrivacyMark } from "./PrivacyMark";
export { ProblemInline } from "./ProblemInline";
export {
  Details,
  ProblemActionsProvider,
  ProblemDetails,
  ProblemView,
} from "./ProblemView";
export { PROBLEMS, reasonText, useFieldTexts } from "./problems";
export { RadioGroup } from "./RadioGroup";
export { ScoreBar, ScoreRing } from "./ScoreBar";
export { SearchField } from "./SearchField";
export { SegmentedFilter } from "./SegmentedFilter";
export { Select } from "./Select";
export { Skeleton, useIsSlow } from "./Skeleton";
export { SortMenu } from "./SortMenu";
export { Table, type TableColumn } from "./Table";
export { Tabs } from "./Tabs";
export { TextField } from "./TextField";
export { ToastRegion, toast } from "./Toast";
export { Tooltip } from "./Tooltip";
export { Tree } from "./Tree";
export { VerdictMark } from "./VerdictMark";

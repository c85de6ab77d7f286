export { Button } from "./buttons/Button";
export { CopyButton } from "./buttons/CopyButton";
export { copyText } from "./buttons/copy-text";
export { Keys } from "./buttons/Keys";
export { useKeysText } from "./buttons/key-names";
export { Tooltip } from "./buttons/Tooltip";
export {
  deferUntilFirstPaint,
  isLoadingParts,
  lazyAfterFirstPaint,
  lazyNamed,
  preload,
  releaseDeferred,
} from "./deferred";
export { Checkbox } from "./fields/Checkbox";
export { ComboBox } from "./fields/ComboBox";
export { Form } from "./fields/Form";
export { NumberField } from "./fields/NumberField";
export { RadioGroup } from "./fields/RadioGroup";
export { SearchField } from "./fields/SearchField";
export { Select } from "./fields/Select";
export { Switch } from "./fields/Switch";
export { TextField } from "./fields/TextField";
export { type FilterChip, FilterChips } from "./filters/FilterChips";
export { SegmentedFilter } from "./filters/SegmentedFilter";
export { Banner } from "./layout/Banner";
export { Details } from "./layout/Details";
export { Drawing } from "./layout/Drawing";
export { EmptyState } from "./layout/EmptyState";
export { Figures } from "./layout/Figures";
export { Foldable } from "./layout/Foldable";
export { BAR_FOLDS, FoldedParts, useIsFolded } from "./layout/folds";
export { Panel, WIDEST_PANEL } from "./layout/Panel";
export { Skeleton, useIsSlow } from "./layout/Skeleton";
export { Tabs } from "./layout/Tabs";
export { Toolbar } from "./layout/Toolbar";
export { ToolbarFields } from "./layout/ToolbarFields";
export { Tree } from "./layout/Tree";
export { useCurrentInView } from "./layout/use-current-in-view";
export { useFit } from "./layout/use-fit";
export { useFold } from "./layout/use-fold";
export { useIntoView } from "./layout/use-into-view";
export { Badge } from "./marks/Badge";
export { Delta } from "./marks/Delta";
export { ImportanceMark } from "./marks/ImportanceMark";
export { Meter } from "./marks/Meter";
export { PRIVACY_ICONS, PrivacyMark, usePrivacyWords } from "./marks/PrivacyMark";
export { NamedProgressLine, ProgressLine } from "./marks/ProgressLine";
export { Sparkline } from "./marks/Sparkline";
export { Stamp } from "./marks/Stamp";
export { Tile } from "./marks/Tile";
export { VerdictBar } from "./marks/VerdictBar";
export { useVerdictWords, VerdictCount, VerdictMark } from "./marks/VerdictMark";
export { Dialog, DialogFooter, DialogText } from "./overlays/Dialog";
export { Menu, MenuChoice, MenuItem, MenuSeparator, Submenu } from "./overlays/Menu";
export { ToastRegion, toast, useIsAttended } from "./overlays/Toast";
export { TABBABLE } from "./tabbable";
export { ColumnMenu, type ColumnMenuProps } from "./tables/ColumnMenu";
export { FigureCell, LinkCell, MutedCell } from "./tables/cells";
export { DEFAULT_LAYOUT, isDefaultLayout } from "./tables/column-layout";
export { Pager } from "./tables/Pager";
export { SortMenu } from "./tables/SortMenu";
export { Table, type TableColumn, type TableProps } from "./tables/Table";
export { AddressLine } from "./text/AddressLine";
export { AddressText, PathText } from "./text/AddressText";
export { Age } from "./text/Age";
export { hasSeveralHosts, splitAddress } from "./text/address";
export { useClock, useDuration, useSecondsUntil } from "./text/countdown";
export { DateText, dayText } from "./text/DateText";
export { LiveText, TopLiveText } from "./text/LiveText";
export { useMinute } from "./text/minute";
export { useOpenAddress } from "./text/open-address";
export { readable } from "./text/readable";
export { useWidth } from "./use-width";

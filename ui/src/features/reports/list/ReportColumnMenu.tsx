import { ColumnMenu } from "../../../components";
import { useLayout } from "../../../shared/lists/use-layout";
import { type ReportColumnsProps, useReportColumns } from "./columns";

/** The list's column menu. */
export function ReportColumnMenu(props: ReportColumnsProps) {
  const [layout, saveLayout] = useLayout("reports");
  const { choices } = useReportColumns(props);
  return <ColumnMenu columns={choices} layout={layout} onLayout={saveLayout} />;
}

import { ColumnMenu } from "../../../components";
import { useLayout } from "../../../shared/lists/use-layout";
import { useReportColumns } from "./columns";

/** The list's column menu. */
export function ReportColumnMenu({ width }: { width: number }) {
  const [layout, saveLayout] = useLayout("reports");
  const { choices } = useReportColumns(width);
  return <ColumnMenu columns={choices} layout={layout} onLayout={saveLayout} />;
}

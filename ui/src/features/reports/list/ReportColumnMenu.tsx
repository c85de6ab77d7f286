import { ColumnMenu } from "../../../components";
import { useLayout } from "../../../shared/lists/use-layout";
import { useReportColumns } from "./columns";

/** The list's columns to choose from, of which those fit that have room in so many pixels (0: unknown). */
export function ReportColumnMenu({ width }: { width: number }) {
  const [layout, saveLayout] = useLayout("reports");
  const { choices } = useReportColumns(width);
  return <ColumnMenu columns={choices} layout={layout} onLayout={saveLayout} />;
}

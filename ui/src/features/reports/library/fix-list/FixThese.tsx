import { Trans } from "@lingui/react/macro";
import { ListChecks } from "lucide-react";
import { Button } from "../../../../components";
import { fixListPath } from "../../../../shared/navigation/routes";
import { useGoTo } from "../../../../shared/navigation/use-navigation";
import { filtersOf, type ReportSearch } from "../../search";

/** Leads to the fix list of the listed reports. */
export function FixThese({ connection, search }: { connection: string | null; search: ReportSearch }) {
  const go = useGoTo();
  return (
    <Button icon={ListChecks} onPress={() => go(fixListPath(connection, filtersOf(search)))}>
      <Trans>View fix list</Trans>
    </Button>
  );
}

import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { Button } from "../../components";
import { useCommand, useKeysOf } from "../commands";
import { type ExportAsk, useExport } from "./export";

export function ExportButton({ what }: { what: ExportAsk | null }) {
  const { t } = useLingui();
  const exportThis = useExport();
  const keysOf = useKeysOf();
  useCommand("export", what && (() => exportThis(what)));
  return (
    <Button
      icon={Download}
      aria-label={t`Export`}
      keys={keysOf("export")}
      onPress={() => what && exportThis(what)}
      isDisabled={what === null}
    />
  );
}

import { useLingui } from "@lingui/react/macro";
import { RotateCw } from "lucide-react";
import { Button, useIsSlow } from "../../components";
import { useKeysOf } from "../commands";
import type { List } from "./use-list";

export function ReloadButton<Row>({ list }: { list: List<Row> }) {
  const { t } = useLingui();
  const keysOf = useKeysOf();
  return (
    <Button
      icon={RotateCw}
      aria-label={t`Reload list`}
      keys={keysOf("reload")}
      onPress={list.read}
      isPending={useIsSlow(list.isReading)}
    />
  );
}

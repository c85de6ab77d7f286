import { Trans } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "../../../components";
import type { Connection } from "../../../host/contract";
import { FormQuestion } from "./FormQuestion";

export type TwinNoticeProps = {
  twin: Connection;
  isPending: boolean;
  onSaveAnyway: () => void;
};

/** Warns about another connection with this URL. */
export function TwinNotice({ twin, isPending, onSaveAnyway }: TwinNoticeProps) {
  const { name } = twin;
  return (
    <FormQuestion icon={Copy} title={<Trans>“{name}” already uses this URL</Trans>} about={twin}>
      <p>
        <Trans>A second connection to it has its own key, history, and settings. Nothing was saved yet.</Trans>
      </p>
      <div>
        <Button onPress={onSaveAnyway} isDisabled={isPending}>
          <Trans>Save anyway</Trans>
        </Button>
      </div>
    </FormQuestion>
  );
}

import { Trans } from "@lingui/react/macro";
import { Info } from "lucide-react";
import type { Connection } from "../../../host/contract";
import { FormQuestion } from "./FormQuestion";

/** Warns about another connection with this URL. */
export function TwinNotice({ twin }: { twin: Connection }) {
  const { name } = twin;
  return (
    <FormQuestion icon={Info} title={<Trans>“{name}” already uses this URL</Trans>} about={twin}>
      <p>
        <Trans>A second connection to it has its own key, history, and settings. Nothing has been saved yet.</Trans>
      </p>
    </FormQuestion>
  );
}

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
        <Trans>You can connect again, for example with another key. History and settings stay separate.</Trans>
      </p>
      <p>
        <Trans>Nothing was sent.</Trans>
      </p>
    </FormQuestion>
  );
}

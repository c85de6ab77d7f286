import { Trans } from "@lingui/react/macro";
import { Info } from "lucide-react";
import type { Connection } from "../../../host/contract";
import { useConnections } from "../../../shared/data/connection";
import { FormQuestion } from "./FormQuestion";
import { freeName } from "./use-form-values";

/** Warns about another connection with this URL. */
export function TwinNotice({ twin, name: typed }: { twin: Connection; name: string }) {
  const { name } = twin;
  const taken = useConnections().map((connection) => connection.name);
  const free = freeName(name, taken);
  return (
    <FormQuestion icon={Info} title={<Trans>“{name}” already uses this URL</Trans>} about={twin}>
      <p>
        <Trans>You can connect again, for example with another key. History and settings stay separate.</Trans>
      </p>
      {typed.trim() === name && (
        <p>
          <Trans>
            Use another name, such as <b>{free}</b>.
          </Trans>
        </p>
      )}
      <p>
        <Trans>Nothing was sent.</Trans>
      </p>
    </FormQuestion>
  );
}

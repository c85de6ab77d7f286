import { Trans } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { Button, EmptyState } from "../../components";

export type PastEndProps = { icon: LucideIcon; onFirst: () => void };

/** Shown instead of rows when the page is past the end of the list. */
export function PastEnd({ icon, onFirst }: PastEndProps) {
  return (
    <EmptyState
      icon={icon}
      title={<Trans>There is nothing on this page</Trans>}
      action={
        <Button onPress={onFirst}>
          <Trans>First page</Trans>
        </Button>
      }
    >
      <Trans>The list has become shorter.</Trans>
    </EmptyState>
  );
}

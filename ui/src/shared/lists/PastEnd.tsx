import { Trans } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { Button, EmptyState } from "../../components";

/** Stands in place of rows where the page in view lies behind the end of its list. */
export function PastEnd({ icon, onFirst }: { icon: LucideIcon; onFirst: () => void }) {
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

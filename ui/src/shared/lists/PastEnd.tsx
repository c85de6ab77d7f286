import { Trans } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { Button, EmptyState } from "../../components";

/** Shown instead of rows when the page is past the end of the list. */
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

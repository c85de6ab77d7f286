import { Trans } from "@lingui/react/macro";
import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { Button } from "../../../components";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { openDialog } from "../../../shared/screen/focus";

/** Goes back, or to this place if the app started here; so does Escape. */
export function Cancel({ to = "/connections" }: { to?: string }) {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const go = useGoTo();
  const leave = () => (canGoBack ? history.back() : go(to));
  const onKey = useEffectEvent(({ key, defaultPrevented, isComposing }: KeyboardEvent) => {
    if (key === "Escape" && !defaultPrevented && !isComposing && openDialog() === null) leave();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <Button onPress={leave}>
      <Trans>Cancel</Trans>
    </Button>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { Change } from "../../../host/contract";

export function useChangeWords(): Record<Change, string> {
  const { t } = useLingui();
  return { better: t`Better`, worse: t`Worse`, new: t`New`, gone: t`Removed` };
}

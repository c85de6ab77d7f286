import type { Changes } from "../../host/contract";

export function totalOfChanges({ better, worse, new: added, gone }: Changes): number {
  return better + worse + added + gone;
}

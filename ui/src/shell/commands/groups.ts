import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CommandGroup } from "../../shared/commands/table";

/** Group names, in order. */
export const GROUPS: Readonly<Record<CommandGroup, MessageDescriptor>> = {
  general: msg`General`,
  go: msg`Go to`,
  list: msg`List`,
  report: msg`Report`,
  view: msg`View`,
};

/** Group ids, in order. */
export const GROUP_NAMES = Object.keys(GROUPS) as CommandGroup[];

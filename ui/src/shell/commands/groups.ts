import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CommandGroup } from "../../shared/commands/table";

/** The names of the groups, in their order. */
export const GROUPS: Readonly<Record<CommandGroup, MessageDescriptor>> = {
  general: msg`General`,
  go: msg`Go to`,
  list: msg`List`,
  report: msg`Report`,
  view: msg`View`,
};

/** The names of the groups as the table has them. */
export const GROUP_NAMES = Object.keys(GROUPS) as CommandGroup[];

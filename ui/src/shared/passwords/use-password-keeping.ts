import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Privacy } from "../../host/contract";
import { keys } from "../data/queries";
import { PROBLEMS } from "../problems";

export type PrivacyChoice = {
  privacy: Privacy;
  password: string;
  /** Save the password on this computer. */
  isKept: boolean;
};

/** Saves a report's password after the service has accepted it, if chosen; failures show a message. */
export function usePasswordKeeping(connection: string): (id: string, choice: PrivacyChoice) => void {
  const { t, i18n } = useLingui();
  const host = useHost();
  const client = useQueryClient();

  async function keep(id: string, password: string) {
    try {
      await host.call("password_save", { connection, id, password });
    } catch (thrown) {
      const description = i18n._(PROBLEMS[problemOf(thrown).code].title);
      toast({ tone: "error", title: t`Password set, but Assay couldn’t save it`, description });
    }
  }

  return async (id, { privacy, password, isKept }) => {
    if (privacy === "password" && isKept) await keep(id, password);
    await client.invalidateQueries({ queryKey: keys.passwordKnown(connection, id) });
  };
}

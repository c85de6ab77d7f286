import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { PROBLEMS, toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Privacy } from "../../host/contract";
import { keys } from "../data/queries";

/** Who may see a report, as it is being chosen. */
export type PrivacyChoice = {
  privacy: Privacy;
  password: string;
  /** The password is to be kept on this computer. */
  isKept: boolean;
};

/**
 * Keeps the password of a report of a connection once the service has it, where that was chosen. One that was kept before
 * the core has forgotten by then. What fails is said in a message.
 */
export function usePasswordKeeping(connection: string): (id: string, choice: PrivacyChoice) => void {
  const { t, i18n } = useLingui();
  const host = useHost();
  const client = useQueryClient();

  async function keep(id: string, password: string) {
    try {
      await host.call("password_save", { connection, id, password });
    } catch (thrown) {
      const description = i18n._(PROBLEMS[problemOf(thrown).code].title);
      toast({ tone: "error", title: t`The password is set, but could not be kept`, description });
    }
  }

  return async (id, { privacy, password, isKept }) => {
    if (privacy === "password" && isKept) await keep(id, password);
    await client.invalidateQueries({ queryKey: keys.passwordKnown(connection, id) });
  };
}

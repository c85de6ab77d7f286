import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Privacy, Problem, WriteResult } from "../../host/contract";
import { keys } from "../data/queries";
import { PROBLEMS } from "../problems";

export type PrivacyChoice = {
  privacy: Privacy;
  password: string;
  /** Save the password on this computer. */
  isKept: boolean;
};

export type PasswordKeeping = {
  /** After a proven write, which has saved the password if chosen. */
  noteWritten: (written: WriteResult) => void;
  /** Saves the password of a write that was proven later, if chosen. */
  keep: (id: string, choice: PrivacyChoice) => void;
};

/** Keeps reports' passwords on this computer; failures show a message. */
export function usePasswordKeeping(connection: string): PasswordKeeping {
  const { t, i18n } = useLingui();
  const host = useHost();
  const client = useQueryClient();

  function note(id: string, unkept: Problem | null) {
    if (unkept) {
      const description = i18n._(PROBLEMS[unkept.code].title);
      toast({ tone: "error", title: t`Password set, but Assay couldn’t save it`, description });
    }
    void client.invalidateQueries({ queryKey: keys.passwordKnown(connection, id) });
  }

  async function save(id: string, password: string) {
    try {
      await host.call("password_save", { connection, id, password });
      return null;
    } catch (thrown) {
      return problemOf(thrown);
    }
  }

  return {
    noteWritten: ({ report, unkept }) => note(report.row.id, unkept),
    keep: async (id, { privacy, password, isKept }) =>
      note(id, privacy === "password" && isKept ? await save(id, password) : null),
  };
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxGroup } from "react-aria-components";
import { Button, Checkbox, Dialog, SearchField, Skeleton } from "../../../components";
import { problemOf, useHost } from "../../../host";
import { checkForms, checkName, useGuide } from "../../../shared/checks/guide";
import { keys } from "../../../shared/data/queries";
import { useLayout } from "../../../shared/lists/use-layout";
import { ProblemInline } from "../../../shared/problems";
import styles from "./CheckColumnsDialog.module.css";
import { withChecks } from "./check-layout";

/** The core's maximum. */
const MAX_CHECKS = 8;

/** Chooses the checks whose values are columns of the report list. */
export function CheckColumnsDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const guide = useGuide();
  const [layout, saveLayout] = useLayout("reports");
  const [text, setText] = useState("");
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.checkNames(),
    queryFn: ({ signal }) => host.call("check_names", null, { signal }),
  });
  const chosen = layout.checks ?? [];
  const nameOf = (check: string) => checkName(guide, check);
  const known = [...new Set([...(data ?? []), ...chosen])];
  const wanted = text.trim().toLowerCase();
  const found = known
    .filter((check) => checkForms(guide, check).some((form) => form.toLowerCase().includes(wanted)))
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other), i18n.locale));
  const [count, most] = [i18n.number(chosen.length), i18n.number(MAX_CHECKS)];
  const isFull = chosen.length >= MAX_CHECKS;
  // The search may hide some of the chosen ones.
  const hidden = chosen.filter((check) => !found.includes(check));
  const choose = (checks: string[]) =>
    saveLayout(withChecks(layout, [...chosen, ...checks].filter(isChosen(new Set([...hidden, ...checks])))));

  return (
    <Dialog
      title={t`Columns from checks`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <p className={styles.count}>
            <Trans>
              Up to {most} checks, {count} selected
            </Trans>
          </p>
          <Button variant="primary" onPress={onClose}>
            <Trans context="button">Done</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Each column shows what its check found, such as the load time.</Trans>
      </p>
      <SearchField aria-label={t`Search checks`} value={text} onChange={setText} autoFocus />
      {error && <ProblemInline isRead problem={problemOf(error)} actions={{ retry: () => void refetch() }} />}
      {!error && !data && <Skeleton rows={6} />}
      {data && (
        <CheckboxGroup
          aria-label={t`Checks`}
          className={styles.list}
          value={chosen.filter((check) => found.includes(check))}
          onChange={choose}
        >
          {found.map((check) => (
            <Checkbox key={check} value={check} isDisabled={isFull && !chosen.includes(check)}>
              <bdi title={check}>{nameOf(check)}</bdi>
            </Checkbox>
          ))}
          {found.length === 0 && (
            <p className={styles.empty}>
              {known.length === 0 ? (
                <Trans>No checks yet. Sync to load them.</Trans>
              ) : (
                <Trans>No matching checks</Trans>
              )}
            </p>
          )}
        </CheckboxGroup>
      )}
    </Dialog>
  );
}

/** Keeps the first of each wanted check. */
function isChosen(wanted: Set<string>) {
  return (check: string) => wanted.delete(check);
}

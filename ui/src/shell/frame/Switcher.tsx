import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Settings2, Stethoscope } from "lucide-react";
import { Button as RawButton, VisuallyHidden } from "react-aria-components";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "../../components";
import { withoutScheme } from "../../host/page-urls";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { connectionTestPath, reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import styles from "./Sidebar.module.css";
import { SwitcherFace, type SwitcherProps } from "./SwitcherFace";

/** Switches between connections, and all of them. */
export function Switcher({ current, isAll }: SwitcherProps) {
  const { t } = useLingui();
  const go = useGoTo();
  const connections = useConnections();
  const nameOf = useConnectionName();
  return (
    <Menu
      trigger={
        <RawButton className={styles.switcher}>
          <SwitcherFace current={current} isAll={isAll} />
          <VisuallyHidden>
            <Trans>Switch connection</Trans>
          </VisuallyHidden>
        </RawButton>
      }
    >
      {connections.length > 0 && (
        <MenuChoice
          aria-label={t`Connections`}
          options={[
            ...connections.map((connection) => ({
              value: connection.id,
              label: nameOf(connection),
              detail: withoutScheme(connection.base_url),
            })),
            { value: "", label: t`All connections` },
          ]}
          value={isAll ? "" : current?.id}
          onChange={(id) => go(reportsPath(id || null))}
        />
      )}
      {connections.length > 0 && <MenuSeparator />}
      {current && !isAll && (
        <MenuItem
          icon={Stethoscope}
          label={t`Test this connection`}
          onAction={() => go(connectionTestPath(current.id))}
        />
      )}
      <MenuItem icon={Plus} label={t`Add connection`} onAction={() => go("/connections/new")} />
      <MenuItem icon={Settings2} label={t`Manage connections`} onAction={() => go("/connections")} />
    </Menu>
  );
}

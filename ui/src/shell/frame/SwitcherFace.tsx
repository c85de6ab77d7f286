import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronsUpDown } from "lucide-react";
import { Badge } from "../../components/marks/Badge";
import { Tile } from "../../components/marks/Tile";
import type { Connection } from "../../host/contract";
import { withoutScheme } from "../../host/page-urls";
import { useConnectionName } from "../../shared/data/connection";
import styles from "./Sidebar.module.css";

export type SwitcherProps = { current: Connection | undefined; isAll: boolean };

/** The content of the connection switcher’s button. */
export function SwitcherFace({ current, isAll }: SwitcherProps) {
  const { t } = useLingui();
  const nameOf = useConnectionName();
  const name = isAll ? t`All connections` : current ? nameOf(current) : t`Assay`;
  const host = current ? withoutScheme(current.base_url) : t`No connection`;
  return (
    <>
      <Tile id={isAll ? "" : (current?.id ?? "")} name={name} />
      <span className={styles.names}>
        <span className={styles.name} dir="auto">
          {name}
        </span>{" "}
        {!isAll &&
          (current?.sample ? (
            <span className={styles.sample}>
              <Badge tone="sample">
                <Trans>Sample</Trans>
              </Badge>
            </span>
          ) : (
            host !== name && (
              <span className={styles.host} dir="auto">
                {host}
              </span>
            )
          ))}
      </span>{" "}
      <ChevronsUpDown size={14} strokeWidth={2.1} aria-hidden className={styles.chevron} />
    </>
  );
}

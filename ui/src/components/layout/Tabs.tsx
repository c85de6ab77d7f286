import type { ReactNode } from "react";
import { Tabs as RawTabs, Tab, TabList, TabPanel } from "react-aria-components";
import styles from "./Tabs.module.css";
import tab from "./tab.module.css";

type TabEntry = { id: string; label: string; content: ReactNode };

export type TabsProps = {
  "aria-label": string;
  tabs: readonly TabEntry[];
  /** The selected tab's id, if the parent controls it. */
  selected?: string;
  onSelect?: (id: string) => void;
};

export function Tabs({ "aria-label": label, tabs, selected, onSelect }: TabsProps) {
  return (
    <RawTabs
      className={styles.tabs}
      {...(selected !== undefined && { selectedKey: selected })}
      {...(onSelect && { onSelectionChange: (id) => onSelect(String(id)) })}
    >
      <TabList aria-label={label} className={styles.list}>
        {tabs.map(({ id, label }) => (
          <Tab key={id} id={id} className={tab.tab}>
            {label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel}>
          {content}
        </TabPanel>
      ))}
    </RawTabs>
  );
}

import type { ReactNode } from "react";
import { Tabs as RawTabs, Tab, TabList, TabPanel } from "react-aria-components";
import styles from "./Tabs.module.css";

/** One tab of {@link Tabs} with what it shows. */
type TabEntry = { id: string; label: string; content: ReactNode };

export type TabsProps = {
  "aria-label": string;
  tabs: readonly TabEntry[];
  /** The tab in view, by its id, where that is for the surroundings to keep. */
  selected?: string;
  onSelect?: (id: string) => void;
};

/** Parts of something, one of which is in view. */
export function Tabs({ "aria-label": label, tabs, selected, onSelect }: TabsProps) {
  return (
    <RawTabs
      className={styles.tabs}
      {...(selected !== undefined && { selectedKey: selected })}
      {...(onSelect && { onSelectionChange: (id) => onSelect(String(id)) })}
    >
      <TabList aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel}>
          {tab.content}
        </TabPanel>
      ))}
    </RawTabs>
  );
}

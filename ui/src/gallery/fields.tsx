import { Folder } from "lucide-react";
import { useState } from "react";
import { ComboBox, NumberField, SearchField, Select, TextField } from "../components";
import { DateTimeField } from "../components/fields/DateTimeField";
import styles from "./Gallery.module.css";
import { Group, type Section } from "./section";

const PROJECTS = ["northwind-shop.example", "harborcafe.example", "docs.brightleaf.example"].map((id, at) => ({
  id,
  label: id,
  detail: `${(at + 1) * 12} reports`,
}));

function Fields() {
  return (
    <>
      <Group title="Text" isWide>
        <div className={styles.columns}>
          <TextField label="Name" placeholder="Brightleaf" />
          <TextField label="Name" defaultValue="Brightleaf" description="Your own name for the connection." />
          <TextField
            label="Service URL"
            defaultValue="seo.brightleaf"
            errorMessage="Enter a URL, such as https://example.com."
          />
          <TextField
            label="Password"
            isRevealable
            defaultValue="correct horse battery staple"
            description="Anyone with the link and the password can open the report."
          />
          <TextField label="Name" defaultValue="Cannot be changed now" isDisabled />
        </div>
      </Group>
      <Group title="Search" isWide>
        <div className={styles.columns}>
          <SearchField aria-label="Search URLs" shortcut="Ctrl F" />
          <SearchField aria-label="Search URLs" defaultValue="winter" />
          <SearchField aria-label="Search URLs" isDisabled />
        </div>
      </Group>
      <Group title="Numbers" isWide>
        <div className={styles.columns}>
          <Seconds />
          <NumberField label="Loading data" unit="seconds" value={9000} errorMessage="A whole number from 1 to 600." />
          <NumberField label="Making changes" unit="seconds" value={90} isDisabled />
        </div>
      </Group>
      <Group title="Dates" isWide>
        <div className={styles.columns}>
          <Time />
          <DateTimeField
            label="Date and time"
            value={null}
            onChange={() => {}}
            errorMessage="Enter a date in the past."
          />
        </div>
      </Group>
    </>
  );
}

function Time() {
  const [value, setValue] = useState<Date | null>(new Date());
  return <DateTimeField label="Date and time" value={value} onChange={setValue} />;
}

function Seconds() {
  const [value, setValue] = useState(10);
  return <NumberField label="Connecting" unit="seconds" value={value} onChange={setValue} description="1 to 600." />;
}

function Lists() {
  const [size, setSize] = useState(25);
  const sizes = [10, 25, 50, 100].map((value) => ({ value, label: `${value} per page` }));
  const field = { options: sizes, value: size, onChange: setSize };
  return (
    <>
      <Group title="Select" isWide>
        <div className={styles.columns}>
          <Select {...field} aria-label="Rows per page" />
          <Select {...field} label="Rows per page" description="In every list." />
          <Select {...field} label="Rows per page" errorMessage="This service gives at most 50." />
          <Select {...field} label="Rows per page" isDisabled />
          <Select {...field} aria-label="Project" icon={Folder} />
        </div>
      </Group>
      <Group title="Combo box" isWide>
        <div className={styles.columns}>
          <ComboBox
            aria-label="Project"
            placeholder="All projects"
            entries={PROJECTS}
            emptyText="No matching projects"
          />
          <ComboBox
            label="Project"
            entries={PROJECTS}
            emptyText="No matching projects"
            defaultSelectedKey="harborcafe.example"
            onClear={() => {}}
          />
          <ComboBox
            label="Project"
            entries={PROJECTS}
            emptyText="No matching projects"
            errorMessage="Choose a project."
          />
          <ComboBox label="Project" entries={PROJECTS} emptyText="No matching projects" isDisabled />
        </div>
      </Group>
    </>
  );
}

export const fields: Section[] = [
  { id: "fields", title: "Fields", Content: Fields },
  { id: "lists", title: "Select and combo box", Content: Lists },
];

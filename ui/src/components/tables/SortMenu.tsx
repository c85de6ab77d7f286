import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { Header, MenuSection } from "react-aria-components";
import type { Direction } from "../../host/contract";
import type { Option } from "../fields/Select";
import { CheckedItem, MenuSeparator, Submenu } from "../overlays/Menu";
import popover from "../overlays/Popover.module.css";

export type SortMenuProps<K extends string> = {
  options: readonly Option<K>[];
  by: K;
  direction: Direction;
  /** The visible rows aren't in this order (`field-notes.md` 14). */
  isIgnored?: boolean;
  onChange: (by: K, direction: Direction) => void;
};

/** An entry of a menu that shows the sort order and lets the user change it. */
export function SortMenu<K extends string>({ options, by, direction, isIgnored, onChange }: SortMenuProps<K>) {
  const { t } = useLingui();
  const directions: Option<Direction>[] = [
    { value: "asc", label: t`Ascending` },
    { value: "desc", label: t`Descending` },
  ];
  const label = options.find(({ value }) => value === by)?.label ?? by;
  return (
    <Submenu
      icon={isIgnored ? ArrowUpDown : direction === "asc" ? ArrowUp : ArrowDown}
      label={t`Sort by`}
      detail={isIgnored ? t`Couldn’t sort by ${label}` : label}
    >
      <Choices name={t`Sort by`} options={options} value={by} onChange={(chosen) => onChange(chosen, direction)} />
      <MenuSeparator />
      <Choices name={t`Direction`} options={directions} value={direction} onChange={(chosen) => onChange(by, chosen)} />
    </Submenu>
  );
}

function Choices<K extends string>({
  name,
  options,
  value,
  onChange,
}: {
  name: string;
  options: readonly Option<K>[];
  value: K;
  onChange: (value: K) => void;
}) {
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(chosen) => {
        const option = options.find((candidate) => chosen !== "all" && chosen.has(candidate.value));
        if (option) onChange(option.value);
      }}
    >
      <Header className={popover.heading}>{name}</Header>
      {options.map((option) => (
        <CheckedItem key={option.value} id={option.value} label={option.label} detail={option.detail} />
      ))}
    </MenuSection>
  );
}

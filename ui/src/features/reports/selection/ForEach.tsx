import { ChevronDown, type LucideIcon } from "lucide-react";
import { Button, Menu, MenuItem, Submenu } from "../../../components";

/** An action for a selection, and for each of its connections if there are several. */
export type ForEachProps = {
  icon: LucideIcon;
  label: string;
  /** Shown by entries of menus. */
  isDanger?: boolean;
  /** The selection's connections. */
  connections: readonly string[];
  nameOf: (connection: string) => string;
  /** The number of affected reports, if known. */
  detailOf: (connection: string) => string | undefined;
  onChoose: (connection: string) => void;
  /** The button's action is under way. */
  isPending?: boolean;
};

/** A button, or a menu of connections if the selection has several. */
export function ForEach({ icon, label, isPending = false, ...action }: ForEachProps) {
  const { connections, onChoose } = action;
  const [only, second] = connections;
  if (second === undefined) {
    return (
      <Button
        icon={icon}
        isPending={isPending}
        isDisabled={only === undefined}
        onPress={() => only !== undefined && onChoose(only)}
      >
        {label}
      </Button>
    );
  }
  return (
    <Menu
      trigger={
        <Button icon={icon} iconAfter={ChevronDown}>
          {label}
        </Button>
      }
    >
      {entriesOf(action)}
    </Menu>
  );
}

/** The entry of a menu for {@link ForEach}. */
export function ForEachEntry({ icon, label, ...action }: ForEachProps) {
  const { connections, isDanger = false, onChoose } = action;
  const [only, second] = connections;
  if (second === undefined) {
    return (
      <MenuItem
        icon={icon}
        label={label}
        isDanger={isDanger}
        isDisabled={only === undefined}
        onAction={() => only !== undefined && onChoose(only)}
      />
    );
  }
  return (
    <Submenu icon={icon} label={label}>
      {entriesOf(action)}
    </Submenu>
  );
}

const entriesOf = ({
  connections,
  isDanger = false,
  nameOf,
  detailOf,
  onChoose,
}: Omit<ForEachProps, "icon" | "label" | "isPending">) =>
  connections.map((id) => (
    <MenuItem key={id} label={nameOf(id)} detail={detailOf(id)} isDanger={isDanger} onAction={() => onChoose(id)} />
  ));

import { ChevronDown, type LucideIcon } from "lucide-react";
import { Button, Menu, MenuItem } from "../../../components";

type ForEachProps = {
  icon: LucideIcon;
  label: string;
  /** The selection's connections. */
  connections: readonly string[];
  nameOf: (connection: string) => string;
  /** The number of affected reports, if known. */
  detailOf: (connection: string) => string | undefined;
  onChoose: (connection: string) => void;
};

/** A button, or a menu of connections if the selection has several. */
export function ForEach({ icon, label, connections, nameOf, detailOf, onChoose }: ForEachProps) {
  const [only, second] = connections;
  if (second === undefined) {
    return (
      <Button icon={icon} isDisabled={only === undefined} onPress={() => only !== undefined && onChoose(only)}>
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
      {connections.map((id) => (
        <MenuItem key={id} label={nameOf(id)} detail={detailOf(id)} onAction={() => onChoose(id)} />
      ))}
    </Menu>
  );
}

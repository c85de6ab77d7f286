import { useLingui } from "@lingui/react/macro";
import { ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button,
  Group,
  Input,
  ListBox,
  Popover,
  ComboBox as RawComboBox,
  type ComboBoxProps as RawProps,
} from "react-aria-components";
import { classes } from "../class-names";
import popover from "../overlays/Popover.module.css";
import { FieldParts, type FieldProps } from "./Field";
import field from "./Field.module.css";
import { Choice } from "./Select";

export type ComboBoxItem = { id: string; label: string; detail?: string | undefined };

export type ComboBoxProps = Omit<RawProps<ComboBoxItem>, "className" | "style" | "children" | "items" | "isInvalid"> &
  FieldProps & {
    /** Filtered here while typing, unless `inputValue` is given. */
    entries: readonly ComboBoxItem[];
    placeholder?: string;
    /** Shown if nothing matches. */
    emptyText: string;
    /** Offers to clear the field. */
    onClear?: (() => void) | undefined;
    icon?: ReactNode;
    /** As quiet as a toolbar's buttons until it is used, and as wide as what is chosen, whose ids are its texts. */
    isQuiet?: boolean;
  };

export function ComboBox(props: ComboBoxProps) {
  const { label, description, errorMessage, entries, placeholder, emptyText, onClear, icon, isQuiet, ...rest } = props;
  const { t } = useLingui();
  const input = <Input className={field.input} placeholder={placeholder} />;
  const isFilteredOutside = rest.inputValue !== undefined;
  return (
    <RawComboBox
      {...rest}
      {...(isFilteredOutside ? { items: entries } : { defaultItems: entries })}
      allowsEmptyCollection
      menuTrigger={rest.menuTrigger ?? "focus"}
      isInvalid={errorMessage !== undefined}
      className={field.field}
    >
      <FieldParts label={label} description={description} errorMessage={errorMessage}>
        <Group className={classes(field.box, label === undefined && field.plain, isQuiet && field.quiet)}>
          {icon}
          {isQuiet ? (
            <span className={field.sized}>
              <span className={field.sizer} aria-hidden>
                {rest.value ? String(rest.value) : placeholder}
              </span>
              {input}
            </span>
          ) : (
            input
          )}
          {onClear && (
            <Button slot={null} className={field.inside ?? ""} aria-label={t`Clear`} onPress={onClear}>
              <X size={14} strokeWidth={1.75} aria-hidden />
            </Button>
          )}
          <Button className={field.inside ?? ""}>
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        </Group>
      </FieldParts>
      <Popover className={popover.popover} offset={4}>
        <ListBox<ComboBoxItem>
          className={popover.list}
          renderEmptyState={() => <div className={popover.empty}>{emptyText}</div>}
        >
          {(entry) => <Choice id={entry.id} label={entry.label} detail={entry.detail} />}
        </ListBox>
      </Popover>
    </RawComboBox>
  );
}

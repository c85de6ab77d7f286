import { Check, ChevronRight, type LucideIcon } from "lucide-react";
import { createContext, type ReactElement, type ReactNode, useContext } from "react";
import {
  MenuSection,
  MenuTrigger,
  Popover,
  type PopoverProps,
  type MenuItemProps as RawItemProps,
  Menu as RawMenu,
  MenuItem as RawMenuItem,
  Separator,
  SubmenuTrigger,
  Text,
} from "react-aria-components";
import { Keys } from "../buttons/Keys";
import { classes } from "../class-names";
import popover from "./Popover.module.css";

export type MenuProps = { trigger: ReactElement; placement?: PopoverProps["placement"]; children: ReactNode };

export function Menu({ trigger, placement, children }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={popover.popover} offset={4} {...(placement && { placement })}>
        <RawMenu className={popover.list}>{children}</RawMenu>
      </Popover>
    </MenuTrigger>
  );
}

export type MenuItemProps = Omit<RawItemProps, "className" | "style" | "children"> & {
  icon?: LucideIcon;
  label: string;
  detail?: string;
  /** Its shortcut, such as `mod+shift+c`. */
  keys?: string | undefined;
  isDanger?: boolean;
};

export function MenuItem({ icon: Icon, label, detail, keys, isDanger, ...props }: MenuItemProps) {
  return (
    <RawMenuItem {...props} textValue={label} className={classes(popover.item, isDanger && popover.danger)}>
      {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
      <span className={popover.text}>
        {keys ? <Text slot="label">{label}</Text> : label}
        {detail && <span className={popover.detail}>{detail}</span>}
      </span>
      {keys && <Keys keys={keys} />}
    </RawMenuItem>
  );
}

type SubmenuProps = Pick<MenuItemProps, "icon" | "label" | "detail"> & {
  /** Several entries can be chosen one after another. */
  staysOpen?: boolean;
  children: ReactNode;
};

/** Closes the menu that has the submenus, where no {@link Menu} does. */
export const CloseMenu = createContext<(() => void) | undefined>(undefined);

/** An entry that opens a menu beside it. */
export function Submenu({ icon: Icon, label, detail, staysOpen = false, children }: SubmenuProps) {
  const close = useContext(CloseMenu);
  return (
    <SubmenuTrigger>
      <RawMenuItem textValue={label} className={popover.item}>
        {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
        <span className={popover.text}>{label}</span>
        {detail && <span className={popover.now}>{detail}</span>}
        <ChevronRight size={14} strokeWidth={2.1} aria-hidden className={popover.more} />
      </RawMenuItem>
      <Popover className={popover.popover} offset={10} crossOffset={-6}>
        <RawMenu className={popover.list} shouldCloseOnSelect={!staysOpen} {...(close && { onClose: close })}>
          {children}
        </RawMenu>
      </Popover>
    </SubmenuTrigger>
  );
}

/** A line between groups of a {@link Menu}. */
export function MenuSeparator() {
  return <Separator className={popover.separator} />;
}

type CheckedItemProps = Omit<MenuItemProps, "icon" | "detail" | "isDanger"> & {
  detail?: string | undefined;
  /** Why it has no effect now, at its end; the entry is muted. */
  mutedFor?: string | undefined;
};

/** An entry of a section, with a mark if it is chosen. */
export function CheckedItem({ label, detail, mutedFor, ...props }: CheckedItemProps) {
  return (
    <RawMenuItem {...props} textValue={label} className={classes(popover.item, mutedFor && popover.muted)}>
      {({ isSelected }) => (
        <>
          <span className={popover.mark}>{isSelected && <Check size={15} aria-hidden />}</span>
          <span className={popover.text}>
            <Text slot="label">{label}</Text>
            {detail !== undefined && (
              <Text slot="description" className={popover.detail}>
                {detail}
              </Text>
            )}
          </span>
          {mutedFor !== undefined && (
            <Text slot="description" className={popover.now}>
              {mutedFor}
            </Text>
          )}
        </>
      )}
    </RawMenuItem>
  );
}

export type MenuChoiceProps = {
  "aria-label": string;
  options: readonly { value: string; label: string; detail?: string }[];
  value: string | undefined;
  onChange: (value: string) => void;
};

/** A single-choice group of a {@link Menu}. */
export function MenuChoice({ options, value, onChange, ...props }: MenuChoiceProps) {
  return (
    <MenuSection {...props} selectionMode="single" selectedKeys={value === undefined ? [] : [value]}>
      {options.map(({ value: id, label, detail }) => (
        <CheckedItem key={id} id={id} label={label} detail={detail} onAction={() => onChange(id)} />
      ))}
    </MenuSection>
  );
}

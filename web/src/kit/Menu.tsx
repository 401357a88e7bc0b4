import { type ReactNode, useRef } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from "react-aria-components/Menu";
import { CloseOnEscape } from "./CloseOnEscape";
import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";
import { useNavigateTo } from "./navigation";

export interface MenuEntry {
  id: string;
  label: string;
  icon?: IconName | undefined;
  /** Where it leads, or what it does. */
  href?: string | undefined;
  act?: (() => void) | undefined;
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
}

export interface MenuProps {
  /** Read out, and shown unless `trigger` is. */
  label: string;
  trigger?: ReactNode;
  icon?: IconName | undefined;
  kind?: "plain" | "quiet" | undefined;
  entries: readonly MenuEntry[];
}

/** A button that opens a list of things to do. */
export function Menu({ label, trigger, icon, kind = "plain", entries }: MenuProps) {
  const navigate = useNavigateTo();
  const layer = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    const entry = entries.find((each) => each.id === id);
    entry?.act?.();
    if (entry?.href) navigate(entry.href);
  };
  return (
    <MenuTrigger>
      <AriaButton
        className={classes("button", kind !== "plain" && kind)}
        {...(trigger || icon ? { "aria-label": label } : {})}
      >
        {icon && <Icon name={icon} />}
        {trigger ?? (icon ? null : label)}
        {!icon && <Icon name="down" size={16} />}
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <CloseOnEscape layer={layer} />
        <AriaMenu ref={layer} className="menu" onAction={(key) => choose(String(key))}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              isDisabled={entry.isDisabled ?? false}
              className={classes("menu-item", entry.isDanger && "danger")}
            >
              {entry.icon && <Icon name={entry.icon} size={18} />}
              {entry.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

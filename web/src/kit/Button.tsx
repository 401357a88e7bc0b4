import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { classes } from "./classes";
import { Icon, type IconName } from "./Icon";
import { Link, type LinkProps } from "./navigation";

export type ButtonKind = "plain" | "primary" | "danger" | "quiet";

interface Look {
  kind?: ButtonKind | undefined;
  size?: "small" | "normal" | "large" | undefined;
  icon?: IconName | undefined;
  children?: ReactNode;
}

export interface ButtonProps extends Omit<AriaButtonProps, "children" | "className" | "style">, Look {
  /** While its work is under way: it says so, and a second press does nothing. */
  busy?: boolean | undefined;
}

function lookOf({ kind = "plain", size = "normal" }: Look): string {
  return classes("button", kind !== "plain" && kind, size !== "normal" && size);
}

export function Button({
  kind = "plain",
  size = "normal",
  icon,
  busy = false,
  onPress,
  children,
  ...rest
}: ButtonProps) {
  // Not react-aria's own `isPending`: it announces the button by an id that is often gone by then.
  const press = busy || !onPress ? {} : { onPress };
  return (
    <AriaButton type="button" {...rest} {...press} className={classes(lookOf({ kind, size }), busy && "busy")}>
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

/** A button that shows only a sign; `label` is what it says to those who cannot see it, and its tooltip. */
export function IconButton({ label, icon, kind = "quiet", ...rest }: ButtonProps & { label: string; icon: IconName }) {
  return (
    <span className="icon-button" title={label}>
      <Button {...rest} kind={kind} icon={icon} aria-label={label} />
    </span>
  );
}

/** A link that looks like a button, for what leads elsewhere rather than does something. */
export function LinkButton({ kind = "plain", size = "normal", icon, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={lookOf({ kind, size })}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

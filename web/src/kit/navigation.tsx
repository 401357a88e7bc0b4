import { type AnchorHTMLAttributes, createContext, type MouseEvent, type ReactNode, useContext } from "react";

/** Goes to an address of this page without loading it anew. */
export type Navigate = (address: string) => void;

const NavigateContext = createContext<Navigate>((address) => window.location.assign(address));

export function NavigationProvider({ navigate, children }: { navigate: Navigate; children: ReactNode }) {
  return <NavigateContext.Provider value={navigate}>{children}</NavigateContext.Provider>;
}

export function useNavigateTo(): Navigate {
  return useContext(NavigateContext);
}

/** Whether the browser should follow a link itself: into a new tab, a new window, or to be saved. */
export function isForBrowser(
  event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">,
): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  href: string;
}

/** A link inside the page. It stays a real link, so that it can be opened in a new tab and copied. */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigateTo();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

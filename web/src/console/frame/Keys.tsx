import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { useNavigateTo } from "../../kit";
import { AREAS } from "../areas";
import { useSession } from "../session/useSession";
import { useHelp } from "./help-state";
import { areKeysOn, keyOf } from "./keys";

/** Listens to the single keys: `/` leads to the search, `?` to help, `n` to something new. */
export function Keys() {
  const navigate = useNavigateTo();
  const help = useHelp();
  const { may } = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    const area = AREAS.find((each) => pathname === each.path || pathname.startsWith(`${each.path}/`));
    const create = area?.create ?? (may("send_packages") ? "/send" : undefined);
    const press = (event: KeyboardEvent) => {
      if (!areKeysOn() || event.defaultPrevented) return;
      const key = keyOf({ ...plainOf(event), isTyping: isTyping(event.target) });
      if (!key) return;
      event.preventDefault();
      if (key === "search") document.querySelector<HTMLElement>("[data-main-search]")?.focus();
      if (key === "help") help.open();
      if (key === "create" && create) navigate(create);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [pathname, navigate, help, may]);
  return null;
}

function plainOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return { key, ctrlKey, metaKey, altKey };
}

/** Also inside an open dialog or menu, whose own keys come first. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]') !== null)
  );
}

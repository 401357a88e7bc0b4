import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSay } from "../../texts/texts";
import { DropTarget } from "../send/DropTarget";
import { SignInDialog } from "../session/SignIn";
import type { SessionState } from "../session/store";
import { SignedInContext, signedInOf } from "../session/useSession";
import { Keys } from "./Keys";
import { Navigation } from "./Navigation";
import { TopBar } from "./TopBar";

/** The frame around every page: bar above, navigation beside, content. */
export function Shell({ state }: { state: Extract<SessionState, { status: "in" }> }) {
  const say = useSay();
  const signedIn = useMemo(() => signedInOf(state), [state]);
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useForgetting(`${state.user.id} ${state.team.id}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the navigation of phones.
  useEffect(() => setNavigationOpen(false), [pathname]);
  useFocusOnArrival(pathname, content);
  return (
    <SignedInContext.Provider value={signedIn}>
      <a className="skip button" href="#content">
        {say("skip-to-content")}
      </a>
      <div className="shell">
        <TopBar isNavigationOpen={isNavigationOpen} onNavigation={() => setNavigationOpen(!isNavigationOpen)} />
        <Navigation isOpen={isNavigationOpen} />
        <main id="content" tabIndex={-1} ref={content}>
          <Outlet />
        </main>
      </div>
      <DropTarget />
      <Keys />
      <SignInDialog isOpen={state.isEnded} email={state.user.email} />
    </SignedInContext.Provider>
  );
}

/** Whoever comes by keyboard or screen reader begins at the new page, not in the navigation that led there. */
function useFocusOnArrival(pathname: string, content: { current: HTMLElement | null }): void {
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname, content]);
}

/** What one Team's member has read is nothing for the next. */
function useForgetting(whose: string): void {
  const queries = useQueryClient();
  const former = useRef(whose);
  useEffect(() => {
    if (former.current === whose) return;
    former.current = whose;
    void queries.resetQueries();
  }, [whose, queries]);
}

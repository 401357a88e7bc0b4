import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { ErrorNote, Loading } from "../../kit";
import { KitProvider } from "../../kit/KitProvider";
import { lazyPage } from "../lazy";
import { SignInPage } from "../session/SignIn";
import { session } from "../session/store";
import { useSessionState } from "../session/useSession";
import { Shell } from "./Shell";

/** Pages for those who are not signed in; mailed links lead there. */
export const DOORS = [
  { path: "/email", component: lazyPage(() => import("../doors/EmailPage"), "EmailPage") },
  { path: "/reset", component: lazyPage(() => import("../doors/ResetPage"), "ResetPage") },
  { path: "/invitation", component: lazyPage(() => import("../doors/InvitationPage"), "InvitationPage") },
];

const ChangePassword = lazy(() =>
  import("../session/ChangePassword").then((module) => ({ default: module.ChangePassword })),
);

/** Decides between the doors, the sign-in and the console itself. */
export function Root() {
  const router = useRouter();
  const navigate = useCallback((address: string) => router.history.push(address), [router]);
  return (
    <KitProvider navigate={navigate}>
      <Suspense fallback={<Loading />}>
        <Inside />
      </Suspense>
    </KitProvider>
  );
}

function Inside() {
  const state = useSessionState();
  const { pathname } = useLocation();
  if (DOORS.some((door) => door.path === pathname)) return <Outlet />;
  switch (state.status) {
    case "starting":
      return <Loading />;
    case "failed":
      return (
        <div className="lone">
          <ErrorNote error={state.error} retry={() => void session.load()} />
        </div>
      );
    case "out":
      return <SignInPage />;
    case "changing":
      return <ChangePassword state={state} />;
    case "in":
      return <Shell state={state} />;
  }
}

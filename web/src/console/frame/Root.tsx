import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { ErrorNote, Loading } from "../../kit";
import { KitProvider } from "../../kit/KitProvider";
import { SignInPage } from "../session/SignIn";
import { session } from "../session/store";
import { useSessionState } from "../session/useSession";
import { Shell } from "./Shell";

const DOOR_PATHS = ["/reset", "/invitation"];

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
  if (DOOR_PATHS.includes(pathname)) return <Outlet />;
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

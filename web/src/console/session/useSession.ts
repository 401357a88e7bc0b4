import { createContext, useContext, useSyncExternalStore } from "react";
import type { Action, Role, Scope } from "../../facts/policy";
import { may, scope } from "./policy";
import { type Session, type SessionState, session, type Team, type User } from "./store";

export function useSessionState(): SessionState {
  return useSyncExternalStore(session.subscribe, session.snapshot);
}

/** Who is signed in, in which Team, and what they may do there. */
export interface SignedIn {
  user: User;
  team: Team;
  teams: Team[];
  role: Role;
  may: (action: Action) => boolean;
  scope: (action: Action) => Scope;
  session: Session;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

export function signedInOf(state: Extract<SessionState, { status: "in" }>): SignedIn {
  const { user, team, teams } = state;
  return {
    user,
    team,
    teams,
    role: team.role,
    may: (action) => may(team.role, action),
    scope: (action) => scope(team.role, action),
    session,
  };
}

export function useSession(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error("nobody is signed in here");
  return signedIn;
}

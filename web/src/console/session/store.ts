import { answer, api, CallError, type Schemas } from "../../api/client";
import { refusedCall } from "../../api/errors";
import { request } from "../../api/request";
import { PasswordChangeRequired } from "../../facts/errorCodes";
import type { Role } from "../../facts/policy";
import { readLocal, writeLocal } from "../../kit/remember";
import { isRole } from "./policy";
import { forgetToken, isDue, isTokenEvent, type KeptToken, keepRenewed, keepToken, readToken } from "./token";

export type User = Schemas["UserBody"];
export type Team = Schemas["TeamBody"] & { role: Role };

/** Whoever is something that these pages do not know sees least. */
const known = (role: string | undefined): Role => (isRole(role) ? role : "guest");

export type SessionState =
  | { status: "starting" }
  /** The server could not be asked who this is. */
  | { status: "failed"; error: unknown }
  | { status: "out" }
  /** Signed in with an initial password, good for nothing but to be changed. */
  | { status: "changing"; user: User; password: string; stays: boolean }
  /** `isEnded`: the token is no longer good, and the page waits for a sign-in over it. */
  | { status: "in"; user: User; teams: Team[]; team: Team; isEnded: boolean };

export interface Credentials {
  email: string;
  password: string;
  otp?: string;
  stays: boolean;
}

const CHECK_EVERY = 60_000;

/** The sign-in of this page. It lives outside of the components, because calls that they make wait for it. */
export class Session {
  #state: SessionState = { status: "starting" };
  #kept: KeptToken | undefined;
  #watchers = new Set<() => void>();
  #waiting: ((token: string | undefined) => void)[] = [];

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  readonly snapshot = (): SessionState => this.#state;

  get token(): string | undefined {
    return this.#kept?.token;
  }

  /** Whether the device was asked to remember this sign-in. */
  get stays(): boolean {
    return this.#kept?.stays ?? false;
  }

  async start(): Promise<void> {
    this.#kept = readToken();
    setInterval(() => void this.#renewIfDue(), CHECK_EVERY);
    window.addEventListener("storage", (event) => isTokenEvent(event) && this.#follow());
    await this.load();
  }

  /** Asks who the token stands for. */
  async load(): Promise<void> {
    if (!this.#kept) return this.#set({ status: "out" });
    try {
      await this.#renewIfDue();
      const { user, teams } = await this.#whoAmI();
      const withRoles = teams.map((team) => ({ ...team, role: known(team.role) }));
      const first = withRoles[0];
      if (!first) throw new Error("the account belongs to no Team");
      const wanted = readLocal<string>("team") ?? user.preferred_team_id;
      const team = withRoles.find((each) => each.id === wanted) ?? first;
      this.#set({ status: "in", user, teams: withRoles, team, isEnded: false });
    } catch (error) {
      this.#loadFailed(error);
    }
  }

  #loadFailed(error: unknown): void {
    const isRefused = error instanceof CallError && (error.status === 401 || error.code === PasswordChangeRequired);
    if (isRefused) this.signOut();
    else this.#set({ status: "failed", error });
  }

  async signIn({ email, password, otp, stays }: Credentials): Promise<void> {
    const body = otp ? { email, password, otp } : { email, password };
    const signedIn = await answer(api.POST("/v1/auth", { body }));
    const former = this.#state;
    this.#kept = { token: signedIn.token, stays };
    if (signedIn.password_change_required) {
      this.#set({ status: "changing", user: signedIn.user, password, stays });
      return;
    }
    keepToken(this.#kept);
    if (former.status === "in" && former.user.id === signedIn.user.id) {
      this.#set({ ...former, isEnded: false });
    } else {
      await this.load();
    }
    this.#release(signedIn.token);
  }

  /** Changing the password ends all tokens; so this signs in anew with it. */
  async changeInitialPassword(user: User, current: string, password: string, stays: boolean): Promise<void> {
    await answer(
      api.POST("/v1/users/{user_id}/password", {
        params: { path: { user_id: user.id } },
        body: { current_password: current, new_password: password },
      }),
    );
    await this.signIn({ email: user.email, password, stays });
  }

  /** The server ended all sessions, and gave this one a new token. */
  adopt(token: string): void {
    if (!this.#kept) return;
    this.#kept = { ...this.#kept, token };
    keepRenewed(this.#kept);
  }

  signOut(): void {
    this.#kept = undefined;
    forgetToken();
    this.#set({ status: "out" });
    this.#release(undefined);
  }

  async signOutEverywhere(): Promise<void> {
    await answer(api.POST("/v1/auth/logout_all"));
    this.signOut();
  }

  chooseTeam(id: string): void {
    if (this.#state.status !== "in") return;
    const team = this.#state.teams.find((each) => each.id === id);
    if (!team) return;
    writeLocal("team", id);
    this.#set({ ...this.#state, team });
  }

  /**
   * A call was refused with 401: a token to repeat it with, once someone has signed in again.
   * Undefined when the refusal was about something else, such as a wrong password in the call, or nobody wants to.
   */
  async renewed(used: string): Promise<string | undefined> {
    if (this.#kept && this.#kept.token !== used) return this.#kept.token;
    if (this.#state.status !== "in") return undefined;
    if (!this.#state.isEnded && (await this.#isGood(used))) return undefined;
    if (this.#state.status !== "in") return undefined;
    this.#set({ ...this.#state, isEnded: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Reads the user and the Teams anew, after they were changed. */
  async reload(): Promise<void> {
    await this.load();
  }

  async #isGood(token: string): Promise<boolean> {
    const { status } = await request({ method: "GET", path: "/v1/auth", headers: { "X-User-Token": token } });
    return status !== 401;
  }

  async #whoAmI(): Promise<Schemas["WhoAmI"]> {
    const token = this.#kept?.token ?? "";
    const reply = await request({ method: "GET", path: "/v1/auth", headers: { "X-User-Token": token } });
    if (reply.status !== 200) throw refusedCall(reply);
    return reply.body as Schemas["WhoAmI"];
  }

  async #renewIfDue(): Promise<void> {
    const kept = this.#kept;
    if (!kept || !isDue(kept.token, Date.now())) return;
    const signedIn = await answer(api.POST("/v1/auth/refresh")).catch(() => undefined);
    // Someone may have signed out meanwhile. A renewal that failed is tried again in a minute.
    if (!signedIn || this.#kept !== kept) return;
    this.#kept = { ...kept, token: signedIn.token };
    keepRenewed(this.#kept);
  }

  /** Another tab signed in or out. */
  #follow(): void {
    if (!this.#kept?.stays) return;
    this.#kept = readToken();
    if (!this.#kept) this.signOut();
  }

  #release(token: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(token);
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }
}

export const session = new Session();

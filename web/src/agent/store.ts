import { CallError } from "../api/errors";
import { SessionRefused } from "../facts/errorCodes";
import { call, request, type Schemas, wantsToken, writeToken } from "./api";
import {
  type Automation,
  afterEvent,
  EMPTY,
  type Gateway,
  type Picture,
  type Session,
  type Settings,
  Speeds,
} from "./picture";
import { eventsOf } from "./stream";

/** Whether the page reaches the agent: `token` waits for one, `away` tries again by itself. */
export type Access = "starting" | "token" | "open" | "away";

export interface AgentState extends Picture {
  access: Access;
  /** Whether changes come as they happen; else they are asked for every few seconds. */
  isLive: boolean;
}

const POLL_PACE = 5000;
/** More pictures a second cost the page, and nobody sees them. */
const SHOW_PACE = 250;

/** What the page knows of the agent: read once, then followed by its stream of events, or by asking again. */
export class AgentStore {
  private readonly listeners = new Set<() => void>();
  private readonly speeds = new Speeds(Date.now);
  private current: AgentState = { ...EMPTY, access: "starting", isLive: false };
  private shown = this.current;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wake: (() => void) | undefined;
  /** What came while a picture was read, for each that is being read: the picture may be older than it. */
  private readonly meanwhile = new Set<string[]>();

  snapshot = (): AgentState => this.shown;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  enterToken(token: string): void {
    writeToken(token);
    this.change({ access: "starting" });
    this.wake?.();
  }

  /** Never ends: as long as the page is open it wants to know. */
  async run(): Promise<never> {
    while (true) {
      try {
        await this.follow();
      } catch (error) {
        this.change({ access: wantsToken(error) ? "token" : accessAfter(error), isLive: false });
      }
      await this.pause();
    }
  }

  /** Reads all anew, such as after something that no event tells. */
  async refresh(): Promise<void> {
    const missed: string[] = [];
    this.meanwhile.add(missed);
    try {
      this.change(await this.picture());
      for (const data of missed) this.take(data);
    } finally {
      this.meanwhile.delete(missed);
    }
  }

  private async picture(): Promise<Partial<AgentState>> {
    const [uploads, downloads, automations, gateways, session, settings] = await Promise.all([
      call<Schemas["UploadBody"][]>("GET", "/uploads"),
      call<Schemas["DownloadBody"][]>("GET", "/downloads"),
      call<Automation[]>("GET", "/automations"),
      call<Gateway[]>("GET", "/gateways"),
      readSession(),
      readSettings(),
    ]);
    const transfers = [...uploads, ...downloads].map((each) => this.speeds.measured(each)).reverse();
    return { transfers, automations, gateways, session, settings, access: "open" };
  }

  /** Each event is the whole of its thing, so that taking one twice does no harm. */
  private take(data: string): void {
    this.current = { ...this.current, ...afterEvent(this.current, JSON.parse(data), this.speeds) };
    this.tellSoon();
  }

  private async follow(): Promise<void> {
    const stream = await request("GET", "/events").catch((error: unknown) => {
      if (error instanceof CallError && error.status === 404) return undefined;
      throw error;
    });
    // Only now, so that nothing is missed between the picture and the first event.
    await this.refresh();
    if (!stream?.body) return;
    this.change({ isLive: true });
    for await (const data of eventsOf(stream.body)) {
      for (const missed of this.meanwhile) missed.push(data);
      this.take(data);
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.current.access === "token" ? undefined : setTimeout(resolve, POLL_PACE);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private change(change: Partial<AgentState>): void {
    this.current = { ...this.current, ...change };
    this.tell();
  }

  private tellSoon(): void {
    this.timer ??= setTimeout(() => this.tell(), SHOW_PACE);
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.shown = this.current;
    for (const listener of this.listeners) listener();
  }
}

const accessAfter = (error: unknown): Access => (error instanceof CallError && error.status !== 0 ? "open" : "away");

async function readSession(): Promise<Session> {
  try {
    return { state: "active", ...(await call<Schemas["LoginBody"]>("GET", "/login")) };
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401 || wantsToken(error)) throw error;
    if (error.code !== SessionRefused) return { state: "none" };
    return { state: "refused", reason: error.fieldMessage("session") ?? null };
  }
}

async function readSettings(): Promise<Settings> {
  const [upload_rate_limit, download_rate_limit, fifo_mode, concurrency] = await Promise.all([
    call<Schemas["RateLimit"]>("GET", "/settings/upload_rate_limit"),
    call<Schemas["RateLimit"]>("GET", "/settings/download_rate_limit"),
    call<Schemas["FifoMode"]>("GET", "/settings/fifo_mode"),
    call<Schemas["Concurrency"]>("GET", "/settings/concurrency"),
  ]);
  return { upload_rate_limit, download_rate_limit, fifo_mode, concurrency };
}

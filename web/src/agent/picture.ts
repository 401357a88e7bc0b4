import { Speedometer } from "../ui/speedometer";
import type { Schemas } from "./api";

export type TransferState = "transferring" | "paused" | "idle" | "complete" | "error";

/** An upload or a download, as the page shows it. */
export interface Transfer {
  kind: "upload" | "download";
  id: string;
  name: string;
  packageId: string;
  state: TransferState;
  progress: number;
  size: number;
  /** Where a download goes. */
  folder: string;
  error: Schemas["TransferError"] | undefined;
  bytesPerSecond: number | undefined;
  secondsLeft: number | undefined;
}

export interface Automation extends Record<string, unknown> {
  automation_id: string;
  type: Schemas["AutomationType"];
  name: string;
  enabled: boolean;
  status: Schemas["AutomationStatus"];
}

export type Gateway = Schemas["GatewayBody"];
export type Settings = Schemas["SettingsBody"];
export type Session = Schemas["SessionBody"];

/** All that is known of the agent. */
export interface Picture {
  transfers: Transfer[];
  automations: Automation[];
  gateways: Gateway[];
  session: Session;
  settings: Settings | undefined;
}

export const EMPTY: Picture = {
  transfers: [],
  automations: [],
  gateways: [],
  session: { state: "none" },
  settings: undefined,
};

type Summary = Schemas["UploadSummary"] | Schemas["DownloadSummary"];

/** Speeds of what runs, from how its bytes grow between two pictures. */
export class Speeds {
  private readonly speeds = new Map<string, Speedometer>();

  constructor(private readonly now: () => number) {}

  measured(summary: Summary): Transfer {
    const transfer = transferOf(summary);
    if (transfer.state !== "transferring") {
      this.speeds.delete(transfer.id);
      return transfer;
    }
    const speed = this.speeds.get(transfer.id) ?? new Speedometer();
    this.speeds.set(transfer.id, speed);
    const now = this.now();
    // Arrived bytes grow in steps of a part, so those under way count for the speed.
    const moved = transfer.progress + (summary.under_way ?? 0);
    speed.note(moved, now);
    const secondsLeft = speed.secondsLeft(transfer.size - moved, now);
    return { ...transfer, bytesPerSecond: speed.bytesPerSecond(now), secondsLeft };
  }
}

export function transferOf(summary: Summary): Transfer {
  const isUpload = "upload_id" in summary;
  return {
    kind: isUpload ? "upload" : "download",
    id: isUpload ? summary.upload_id : summary.download_id,
    name: (isUpload ? summary.package_name || summary.name : summary.name) || "",
    packageId: summary.package_id,
    state: summary.state.toLowerCase() as TransferState,
    progress: summary.progress,
    size: summary.size,
    folder: isUpload ? "" : summary.dst_folder,
    error: summary.error ?? undefined,
    bytesPerSecond: undefined,
    secondsLeft: undefined,
  };
}

type Named = { event: string } & Record<string, unknown>;

/** The picture after an event, each of which is the whole of its thing. */
export function afterEvent(picture: Picture, event: Named, speeds: Speeds): Picture {
  switch (event.event) {
    case "upload":
    case "download": {
      const transfer = speeds.measured(event as unknown as Summary);
      return { ...picture, transfers: replaced(picture.transfers, transfer, (each) => each.id) };
    }
    case "automation": {
      const automation = event as unknown as Automation;
      return { ...picture, automations: replaced(picture.automations, automation, (each) => each.automation_id) };
    }
    case "gateway": {
      const gateway = event as unknown as Gateway;
      return { ...picture, gateways: replaced(picture.gateways, gateway, (each) => each.gateway_id) };
    }
    case "removed":
      return afterRemoval(picture, event);
    case "session":
      return { ...picture, session: event as unknown as Session };
    case "settings":
      return { ...picture, settings: event as unknown as Settings };
    default:
      return picture;
  }
}

/** In its place, so that nothing jumps under the pointer; what is new comes first. */
function replaced<T>(all: T[], one: T, idOf: (each: T) => string): T[] {
  const place = all.findIndex((each) => idOf(each) === idOf(one));
  return place < 0 ? [one, ...all] : all.with(place, one);
}

function afterRemoval(picture: Picture, gone: Record<string, unknown>): Picture {
  return {
    ...picture,
    transfers: picture.transfers.filter((each) => each.id !== gone[`${each.kind}_id`]),
    automations: picture.automations.filter((each) => each.automation_id !== gone.automation_id),
    gateways: picture.gateways.filter((each) => each.gateway_id !== gone.gateway_id),
  };
}

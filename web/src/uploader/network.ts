import type { Gates } from "./gate";
import type { Surroundings } from "./surroundings";

/** Browsers are sometimes wrong about being offline, so it is tried all the same. */
const OFFLINE_SECONDS = 30;

/** What the browser says of the network, and what follows from it for those who wait. */
export class Network {
  #offlineSince: number | undefined;
  readonly stop: () => void;

  constructor(
    around: Pick<Surroundings, "onNetwork">,
    gates: Gates,
    /** It is back after an outage that began at this time. */
    back: (since: number) => void,
  ) {
    this.stop = around.onNetwork((isOnline) => {
      if (!isOnline) {
        this.#offlineSince ??= performance.now();
        gates.close("offline", OFFLINE_SECONDS);
        return;
      }
      const since = this.#offlineSince;
      this.#offlineSince = undefined;
      if (since !== undefined) back(since);
      gates.open();
    });
  }

  get isOffline(): boolean {
    return this.#offlineSince !== undefined;
  }
}

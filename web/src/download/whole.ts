import { CHOSEN_MOST } from "./deliver";
import type { TreeFile } from "./tree";

/** What of a package can be had, taken together. */
export interface Whole {
  offered: TreeFile[];
  size: number;
  /** Files that cannot be had now, of which some are infected and some still scanned. */
  blocked: number;
  infected: number;
  scanning: number;
  /** Whether one zip can hold it: all files of the package, or as many chosen ones as a zip may have. */
  isZipped: boolean;
}

export function wholeOf(files: TreeFile[]): Whole {
  const offered = files.filter((file) => file.offer === "offered");
  const count = (offer: TreeFile["offer"]) => files.filter((file) => file.offer === offer).length;
  const blocked = files.length - offered.length;
  return {
    offered,
    size: offered.reduce((sum, file) => sum + file.size, 0),
    blocked,
    infected: count("infected"),
    scanning: count("scanning"),
    isZipped: blocked === 0 || offered.length <= CHOSEN_MOST,
  };
}

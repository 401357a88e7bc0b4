import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives the run one temporary folder and removes it at the end: the data of servers, the files that stories send, and
 * the profiles of browsers, which outlive the files of stories and are ended together with their workers.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tonnage-browser-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

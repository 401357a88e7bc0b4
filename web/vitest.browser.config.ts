import { defineConfig } from "vitest/config";
import { HANGS_AFTER } from "./tests/limits.ts";
import { LongestFirst } from "./tests/order.ts";

/** Stories in the system's own Chromium against the real server: two files at a time, because both are heavy. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/temporary.ts"],
    maxWorkers: 2,
    // A worker keeps its browser from file to file. Each file has a server of its own, and each visitor a context.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Each wait inside has its own limit and names what it waited for. These only end what loops for ever: a story with
    // hundreds of steps takes many minutes while the machine does other things.
    testTimeout: 30 * HANGS_AFTER,
    hookTimeout: 30 * HANGS_AFTER,
    expect: { poll: { timeout: HANGS_AFTER } },
  },
});

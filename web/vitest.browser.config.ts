import { defineConfig } from "vitest/config";

/** Stories in the system's own Chromium against the real server: two files at a time, because both are heavy. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/**/*.test.ts"],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a poll waits for is mostly an answer of the server, and a page that is drawn anew.
    expect: { poll: { timeout: 20_000 } },
  },
});

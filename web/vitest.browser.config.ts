import { defineConfig } from "vitest/config";

/** Stories in the system's own Chromium against the real server: one file after the other, because both are heavy. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/**/*.test.ts"],
    fileParallelism: false,
    // A browser on a busy machine loses a click now and then; what is broken fails twice.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

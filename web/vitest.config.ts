import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@texts": fileURLToPath(new URL("../crates/texts/locales", import.meta.url)) } },
  test: { environment: "node", include: ["src/**/*.test.ts"] },
});

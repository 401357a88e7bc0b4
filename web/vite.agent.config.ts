import { defineConfig } from "vite";
import { configuration } from "./build.shared.ts";

export default defineConfig(
  configuration({ folder: "agent", manifest: "agent", entries: { agent: "src/agent/main.tsx" } }),
);

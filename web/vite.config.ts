import { defineConfig } from "vite";
import { configuration } from "./build.shared.ts";

/** The console: react-aria needs React itself. */
export default defineConfig(
  configuration({ folder: "cloud", manifest: "console", entries: { console: "src/console/main.tsx" } }),
);

import { defineConfig } from "vite";
import { configuration } from "./build.shared";

/** Runs after the console's build, into the same folder; `scripts/merge.mjs` makes one manifest of both. */
export default defineConfig(
  configuration(
    "cloud",
    { portal: "src/portal/main.tsx", download: "src/download/main.tsx" },
    { isLight: true, manifest: "manifest.public.json" },
  ),
);

import { defineConfig } from "vite";
import { configuration } from "./build.shared";

export default defineConfig(
  configuration("cloud", {
    portal: "src/portal/main.tsx",
    download: "src/download/main.tsx",
    console: "src/console/main.tsx",
  }),
);

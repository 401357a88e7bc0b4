import { defineConfig } from "vite";
import { configuration } from "./build.shared";

export default defineConfig(configuration("cloud", { console: "src/console/main.tsx" }));

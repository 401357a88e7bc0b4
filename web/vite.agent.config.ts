import { defineConfig } from "vite";
import { configuration } from "./build.shared";

export default defineConfig(configuration("agent", { agent: "src/agent/main.tsx" }));

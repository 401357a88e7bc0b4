import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** What the pages of the server and the page of the agent are built with; they differ in entries and folder. */
export function configuration(folder: string, entries: Record<string, string>): UserConfig {
  return {
    plugins: [react()],
    base: "./",
    publicDir: false,
    resolve: { alias: { "@texts": path("../crates/texts/locales") } },
    worker: { format: "es" },
    build: {
      target: "es2022",
      outDir: path(`dist/${folder}`),
      emptyOutDir: true,
      manifest: "manifest.json",
      // Data addresses would need an exception in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path(file)])) },
    },
  };
}

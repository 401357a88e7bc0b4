import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

interface Build {
  /** The folder in `dist`, which several builds may share. */
  folder: string;
  /** The name of what this build writes down of its files; they are put together at the end. */
  manifest: string;
  entries: Record<string, string>;
  alias?: Record<string, string>;
}

/** What all builds have in common. */
export function configuration({ folder, manifest, entries, alias = {} }: Build): UserConfig {
  return {
    plugins: [react()],
    base: "./",
    publicDir: false,
    resolve: { alias: { ...alias, "@texts": path("../crates/texts/locales") } },
    worker: { format: "es" },
    build: {
      target: "es2022",
      outDir: path(`dist/${folder}`),
      emptyOutDir: false,
      manifest: `manifests/${manifest}.json`,
      // Data addresses would need an exception in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path(file)])) },
    },
  };
}

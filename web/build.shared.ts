import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The pages that strangers open are small and must come fast on slow lines: what is written for React runs there on
 * Preact, which is a fraction of it. Console and agent need the real one for their controls.
 */
const LIGHT = [
  { find: /^react\/jsx-runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react(-dom)?$/, replacement: "preact/compat" },
];

export interface BuildOptions {
  /** Whether the pages run on Preact. */
  isLight?: boolean;
  /** Beside what another build wrote into the same folder, with a manifest of this name. */
  manifest?: string;
}

/** What the pages of the server and the page of the agent are built with; they differ in entries and folder. */
export function configuration(
  folder: string,
  entries: Record<string, string>,
  { isLight = false, manifest }: BuildOptions = {},
): UserConfig {
  const texts = { find: "@texts", replacement: path("../crates/texts/locales") };
  return {
    plugins: [react()],
    base: "./",
    publicDir: false,
    resolve: { alias: isLight ? [texts, ...LIGHT] : [texts] },
    worker: { format: "es" },
    build: {
      target: "es2022",
      outDir: path(`dist/${folder}`),
      emptyOutDir: manifest === undefined,
      manifest: manifest ?? "manifest.json",
      // Data addresses would need an exception in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path(file)])) },
    },
  };
}

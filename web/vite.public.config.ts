import { defineConfig } from "vite";
import { configuration } from "./build.shared.ts";

/** The pages of strangers run on Preact, which weighs an eighth of React: they open a page once, on any line. */
export default defineConfig(
  configuration({
    folder: "cloud",
    manifest: "public",
    entries: { portal: "src/portal/main.tsx", download: "src/download/main.tsx" },
    alias: {
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom/client": "preact/compat/client",
      "react-dom": "preact/compat",
      react: "preact/compat",
    },
  }),
);

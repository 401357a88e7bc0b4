// Fails when a page loads more script than people on slow lines should wait for: gzip, with one language.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
/** Kilobytes of a thousand bytes, for all that a page fetches before it can be used. */
const BUDGETS = [
  { build: "cloud", entry: "src/portal/main.tsx", texts: ["portal"], limit: 90 },
  { build: "cloud", entry: "src/download/main.tsx", texts: ["download"], limit: 90 },
  { build: "cloud", entry: "src/console/main.tsx", texts: ["console-"], limit: 250 },
  { build: "agent", entry: "src/agent/main.tsx", texts: ["agent"], limit: 250 },
];

function weigh({ build, entry, texts }) {
  const manifest = JSON.parse(readFileSync(new URL(`${build}/manifest.json`, dist), "utf8"));
  const files = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(entry);
  for (const name of Object.keys(manifest)) {
    if (["common", ...texts].some((text) => name.includes(`/locales/en/${text}`))) visit(name);
  }
  let bytes = 0;
  for (const file of files) {
    bytes += gzipSync(readFileSync(new URL(`${build}/${file}`, dist)), { level: 9 }).length;
  }
  return bytes / 1000;
}

let isOver = false;
for (const budget of BUDGETS) {
  const weight = weigh(budget);
  const over = weight > budget.limit;
  isOver ||= over;
  process.stdout.write(`${budget.entry}: ${weight.toFixed(1)} kB of ${budget.limit} kB${over ? ", TOO MUCH" : ""}\n`);
}
process.exit(isOver ? 1 : 0);

// Writes `.br` and `.gz` beside every file of the build that becomes smaller by it, so that no request has to compress.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url).pathname;

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const content = readFileSync(path);
  const forms = {
    br: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    gz: gzipSync(content, { level: 9 }),
  };
  for (const [ending, compressed] of Object.entries(forms)) {
    if (compressed.length < content.length) writeFileSync(`${path}.${ending}`, compressed);
  }
}

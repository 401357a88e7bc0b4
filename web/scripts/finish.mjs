// Puts together what the builds of a folder wrote down of their files, adds the icon, and writes `.br` and `.gz` beside every
// file that becomes smaller by it, so that no request has to compress.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url).pathname;

for (const folder of readdirSync(dist)) {
  const manifests = join(dist, folder, "manifests");
  const chunks = readdirSync(manifests).map((name) => JSON.parse(readFileSync(join(manifests, name), "utf8")));
  writeFileSync(join(dist, folder, "manifest.json"), JSON.stringify(Object.assign({}, ...chunks)));
  rmSync(manifests, { recursive: true });
  // Kept for ever by browsers, like everything beside it: another picture needs another number.
  copyFileSync(new URL("../src/ui/icon.svg", import.meta.url), join(dist, folder, "assets/icon-1.svg"));
}

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

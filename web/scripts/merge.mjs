// Makes one manifest of those of the console and of the public pages, which the server reads as one.
import { readFileSync, rmSync, writeFileSync } from "node:fs";

const folder = new URL("../dist/cloud/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const merged = { ...read("manifest.json"), ...read("manifest.public.json") };
writeFileSync(new URL("manifest.json", folder), JSON.stringify(merged, undefined, 2));
rmSync(new URL("manifest.public.json", folder));

// Begins a build from nothing: several builds write into one folder, so none of them may empty it.
import { rmSync } from "node:fs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });

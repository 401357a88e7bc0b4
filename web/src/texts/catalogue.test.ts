import { readFileSync } from "node:fs";
import { FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./languages";

const LOCALES = new URL("../../../crates/texts/locales/", import.meta.url);
const read = (language: string, file: string) => readFileSync(new URL(`${language}/${file}`, LOCALES), "utf8");

/** Names of a file's texts, each with the variables that it uses. */
function shapeOf(text: string): Map<string, string[]> {
  const entries = text.split(/\n(?=[a-z][a-z0-9-]* =)/).filter((part) => /^[a-z][a-z0-9-]* =/.test(part));
  return new Map(
    entries.map((part) => {
      const name = part.slice(0, part.indexOf(" ="));
      return [name, [...new Set(part.match(/\$[a-z_]+/g) ?? [])].sort()];
    }),
  );
}

describe("the catalogue", () => {
  for (const file of ["common.ftl", "download.ftl", "agent.ftl"]) {
    for (const language of LANGUAGES) {
      it(`says in ${language} what ${file} says in English`, () => {
        const text = read(language, file);
        const shape = shapeOf(text);
        expect(new FluentResource(text).body.length).toBe(shape.size);
        expect(Object.fromEntries(shape)).toEqual(Object.fromEntries(shapeOf(read("en", file))));
      });
    }
  }
});

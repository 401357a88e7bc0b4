import { describe, expect, it } from "vitest";
import { hasAllowedType, isPlace, isSystemFile, refusal } from "./rules";

describe("system files", () => {
  it.each([
    ["", ".DS_Store", true],
    ["a/b", ".ds_store", true],
    ["", "Desktop.ini", true],
    ["", "desktop.ini.txt", false],
    ["Film/Render.fcpcache/x", "frame.mov", true],
    ["", ".fcpcache", true],
    ["Film", "fcpcache", false],
    ["", "DS_Store", false],
  ])("%s/%s: %s", (path, name, left) => expect(isSystemFile(path, name)).toBe(left));
});

describe("places", () => {
  it.each([
    ["", "a.mov", true],
    ["日本/é", "🎬 clip?.mxf", true],
    ["...", "-rf", true],
    ["..", "a", false],
    ["a/../b", "a", false],
    ["a//b", "a", false],
    ["", "a\\b", false],
    ["", "A:B roll.mov", true],
    ["C:/clips", "a", false],
    ["C:", "a", false],
    ["", "", false],
    ["", "a/b", false],
    ["", "🎬".repeat(255), true],
    ["", "é".repeat(256), false],
    ["x/".repeat(2100).slice(0, -1), "a", false],
  ])("%s/%s: %s", (path, name, good) => expect(isPlace(path, name)).toBe(good));
});

describe("file types", () => {
  const fileTypes = [".mov", ".TAR.gz"];
  it.each([
    ["a.MOV", true],
    ["a.mov.exe", false],
    ["x.tar.GZ", true],
    ["amov", false],
  ])("%s: %s", (name, listed) => {
    expect(hasAllowedType({ fileTypes }, name)).toBe(listed);
    expect(hasAllowedType({ fileTypes, refusesFileTypes: true }, name)).toBe(!listed);
    expect(hasAllowedType({}, name)).toBe(true);
    expect(hasAllowedType({ fileTypes: [] }, name)).toBe(true);
  });
});

describe("refusals", () => {
  const rules = { maxFileSize: 10, maxFileCount: 2, maxPackageSize: 15, fileTypes: [".a"] };
  it.each([
    ["x.a", 10, 0, 0, undefined],
    ["x.b", 1, 0, 0, "type"],
    ["x.a", 11, 0, 0, "size"],
    ["x.a", 1, 2, 2, "count"],
    ["x.a", 6, 1, 10, "total"],
    ["..", 1, 0, 0, "name"],
  ])("%s of %d bytes after %d files of %d bytes: %s", (name, size, files, bytes, kind) => {
    expect(refusal(rules, { path: "", name, size }, { files, bytes })).toBe(kind);
  });

  it("takes no file that no server takes", () => {
    expect(refusal({}, { path: "", name: "a", size: 15e12 }, { files: 0, bytes: 0 })).toBeUndefined();
    expect(refusal({}, { path: "", name: "a", size: 15e12 + 1 }, { files: 0, bytes: 0 })).toBe("size");
  });
});

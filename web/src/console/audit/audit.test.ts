import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, NAMED_ACTORS } from "../../facts/audit";
import { LANGUAGES } from "../../texts/languages";
import { type AuditLine, allLines, auditCsv, auditJson } from "./export";
import { actionText, actorText, auditFilters, auditQuery, isFiltered } from "./filters";

const line = (sequence: number, change: Partial<AuditLine> = {}): AuditLine => ({
  sequence,
  at: "2026-11-15T00:00:00.000Z",
  actor: "service",
  credential: "",
  address: "",
  action: "package_expired",
  object: "01K",
  detail: "",
  hash: "ab",
  ...change,
});

describe("filters of the record", () => {
  it("leaves out what makes no sense", () => {
    const filters = auditFilters({ page: "-3", actor: " ", action: "sign_in", from: "2026-13-45", to: "2026-11-15" });
    expect(filters).toEqual({ page: 1, actor: "", action: "sign_in", object: "", from: "", to: "2026-11-15" });
    expect(isFiltered(filters)).toBe(true);
    expect(isFiltered(auditFilters({ page: "4" }))).toBe(false);
  });

  it("asks for whole days", () => {
    const query = auditQuery(auditFilters({ page: "2", from: "2026-11-15", to: "2026-11-15" }), 50);
    const length = Date.parse(query.created_at_end ?? "") - Date.parse(query.created_at_start ?? "");
    expect(query).toMatchObject({ page: 2, limit: 50 });
    expect(length).toBe(86_399_999);
  });

  it("names actions and actors by texts", () => {
    expect(actionText("portal_access_changed")).toBe("audit-action-portal-access-changed");
    expect(actorText("package token")).toBe("audit-actor-package-token");
  });

  it("offers the tests of connections and webhooks", () => {
    expect(AUDIT_ACTIONS).toEqual(expect.arrayContaining(["connection_tested", "webhook_tested"]));
  });

  it.each(LANGUAGES)("has a text in %s for each action and actor, and no other", (language) => {
    const file = new URL(`../../../../crates/texts/locales/${language}/console-record.ftl`, import.meta.url);
    const known = [...readFileSync(file, "utf8").matchAll(/^(audit-(?:action|actor)-[a-z-]+) =/gm)].map(
      ([, name]) => name,
    );
    expect(known.sort()).toEqual([...AUDIT_ACTIONS.map(actionText), ...NAMED_ACTORS.map(actorText)].sort());
  });
});

describe("the exported record", () => {
  it.each([
    ["plain", "plain"],
    ['say "a, b"', '"say ""a, b"""'],
    ["two\nlines", '"two\nlines"'],
    ["=1+1", "'=1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["-2", "'-2"],
  ])("writes %j as %j", (detail, written) => {
    expect(auditCsv([line(1, { detail })])).toContain(`,01K,${written},ab\r\n`);
  });

  it("has a first line of names", () => {
    expect(auditCsv([])).toBe("sequence,at,actor,credential,address,action,object,detail,hash\r\n");
  });

  it("is read back from JSON as it was", () => expect(JSON.parse(auditJson([line(1)]))).toEqual([line(1)]));

  it("takes each line once though the pages move", async () => {
    const pages = [[line(4), line(3)], [line(3), line(2)], [line(1)]];
    const told: number[] = [];
    const lines = await allLines(
      async (page) => ({ metadata: { total: 4 }, records: pages[page - 1] ?? [] }),
      (read) => told.push(read),
    );
    expect(lines.map((each) => each.sequence)).toEqual([1, 2, 3, 4]);
    expect(told).toEqual([2, 3, 4]);
  });

  it("ends when there is no more, whatever the total says", async () => {
    const lines = await allLines(
      async (page) => ({ metadata: { total: 9 }, records: page === 1 ? [line(1)] : [] }),
      () => {},
    );
    expect(lines).toHaveLength(1);
  });
});

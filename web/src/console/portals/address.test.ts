import { describe, expect, it } from "vitest";
import { portalPlaces, proposedSubdomain, subdomainProblem } from "./address";

describe("a proposed address", () => {
  it.each([
    ["Dailies Day 4", 0, "dailies-day-4"],
    ["  Größe & Façade!  ", 0, "grosse-facade"],
    ["Año Nuevo", 0, "ano-nuevo"],
    ["映画", 0, "portal"],
    ["映画", 1, "portal-2"],
    ["ab", 0, "ab-portal"],
    ["www", 0, "www-portal"],
    ["", 2, "portal-3"],
    ["xn--abc", 0, "abc"],
    ["x".repeat(80), 0, "x".repeat(53)],
    ["x".repeat(80), 9, `${"x".repeat(50)}-10`],
  ])("of %j, attempt %d, is %j", (name, attempt, expected) => {
    const proposed = proposedSubdomain(name, attempt);
    expect(proposed).toBe(expected);
    expect(subdomainProblem(proposed)).toBeUndefined();
  });
});

describe("an address that was typed", () => {
  it.each([
    ["abc", undefined],
    ["film-2", undefined],
    ["ab", "length"],
    ["a".repeat(54), "length"],
    ["Film", "letters"],
    ["fi lm", "letters"],
    ["-film", "edges"],
    ["film-", "edges"],
    ["xn--film", "edges"],
    ["www", "reserved"],
  ])("%j: %j", (text, problem) => expect(subdomainProblem(text)).toBe(problem));
});

describe("the place of a Portal's page", () => {
  it.each([
    ["https://files.example.org", "", "https://files.example.org/p/film", "https://files.example.org/p/film"],
    ["https://files.example.org", "in.example.org", "https://film.in.example.org/", "https://files.example.org/p/film"],
    ["http://127.0.0.1:8080", "localhost:8080", "http://film.localhost:8080/", "http://127.0.0.1:8080/p/film"],
    ["https://files.example.org", "localhost", "https://files.example.org/p/film", "https://files.example.org/p/film"],
    ["https://a.example:8443", "b.example:8443", "https://film.b.example:8443/", "https://a.example:8443/p/film"],
  ])("%s and %j", (server, domain, link, path) => {
    expect(portalPlaces(server, domain, "film")).toEqual({ link, path });
  });
});

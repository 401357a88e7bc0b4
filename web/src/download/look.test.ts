import { describe, expect, it } from "vitest";
import { type FirstLook, lateColours, logoOf } from "./look";

const HERE = "https://files.example.org";
const LATE: FirstLook = { logo: undefined, isPictured: false, hasColours: false };
const AT_ONCE: FirstLook = { logo: "https://cdn.example/logo.png", isPictured: false, hasColours: true };
const brand = (logo_url: string) => ({ logo_url, background_url: "", primary_color: "#24c" });

describe("the logo", () => {
  it.each([
    ["is none where the sender has none", LATE, brand(""), undefined],
    ["is none before anything is known", LATE, undefined, undefined],
    ["is that of the first page", AT_ONCE, undefined, { source: AT_ONCE.logo }],
    ["of another host is not loaded after the password", LATE, brand(AT_ONCE.logo ?? ""), { source: undefined }],
    ["of our own host is", LATE, brand(`${HERE}/logo.png`), { source: `${HERE}/logo.png` }],
    ["that is no address is not loaded", LATE, brand("javascript:alert(1)"), { source: undefined }],
  ])("%s", (_, look, branding, logo) => expect(logoOf(look, branding, HERE)).toEqual(logo));
});

describe("colours that come with the password", () => {
  it("are set, in either spelling", () => {
    expect(lateColours(LATE, brand(""))).toMatchObject({ "--on-brand": "#ffffff" });
    expect(lateColours(LATE, { ...brand(""), primary_color: "#2244cc" })).toEqual(lateColours(LATE, brand("")));
  });

  it("are left to the server where it set them", () => expect(lateColours(AT_ONCE, brand(""))).toEqual({}));
});

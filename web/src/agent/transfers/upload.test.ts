import { describe, expect, it } from "vitest";
import { missing, type UploadValues, uploadCall } from "./upload";

const VALUES: UploadValues = {
  way: "people",
  paths: ["/a"],
  team_id: "T",
  recipients: ["b@example.org"],
  package_name: "",
  package_description: "",
  password: "",
  delete_after: undefined,
  download_limit: 3,
  priority: 0,
  subdomain: "rushes",
  sender_email: "me@example.org",
  access_code: "",
};

describe("a new upload", () => {
  it("to people names them, and leaves out what is empty", () =>
    expect(uploadCall(VALUES)).toEqual({
      path: "/uploads",
      body: { paths: ["/a"], team_id: "T", recipients: ["b@example.org"], download_limit: 3, priority: 0 },
    }));

  it("for a link names nobody", () =>
    expect(uploadCall({ ...VALUES, way: "link" }).body).toMatchObject({ recipients: [] }));

  it("through a Portal needs no Team", () =>
    expect(uploadCall({ ...VALUES, way: "portal", access_code: "x" })).toEqual({
      path: "/portals/uploads",
      body: { paths: ["/a"], subdomain: "rushes", sender_email: "me@example.org", priority: 0, access_code: "x" },
    }));

  it.each([
    [{ paths: [] }, ["paths"]],
    [{ recipients: [] }, ["recipients"]],
    [{ way: "link" as const, recipients: [] }, []],
    [{ way: "portal" as const, team_id: "", subdomain: "", sender_email: "" }, ["subdomain", "sender_email"]],
  ])("%o lacks %o", (change, names) => expect(missing({ ...VALUES, ...change })).toEqual(names));
});

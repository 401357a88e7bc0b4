import { describe, expect, it } from "vitest";
import { draftOf, draftProblems, mergedDraft, type Portal, updateOf } from "./draft";

const NEVER = "0001-01-01T00:00:00.000Z";

const PORTAL: Portal = {
  id: "01P",
  name: "Dailies",
  subdomain: "dailies",
  message: "Hello",
  active: true,
  has_access_code: true,
  access_code: "4711",
  has_download_password: true,
  download_password: "****",
  custom_expiry_days: -1,
  logo_url: "https://example.org/logo.png",
  background_url: "",
  primary_color: "#123456",
  recipients: ["anna@example.org"],
  disable_upload_receipt: true,
  cloud_connections: [
    {
      id: "01C",
      name: "Bucket",
      provider: "vendor_a_s3",
      direction: "service_to_cloud",
      state: "ok",
      destination: "b",
      region: "r",
      connections: 1,
      sync_metadata: false,
      target_action: "transfer",
      filter_id: "01F",
      created_at: NEVER,
      updated_at: NEVER,
    },
  ],
  custom_webhooks: [{ id: "01W", active: true, events: [], name: "Hook" }],
  tag: { id: "01T", name: "Film" },
  access_level: "private",
  access_list: [{ membership_id: "01M", name: "Anna", email: "anna@example.org" }],
  teamspace_id: "",
  teamspace: {},
  terms_of_service_enabled: true,
  terms_of_service: { title: "Terms", description: "", checkbox_label: "", checkbox_url: "" },
  package_size_restriction_enabled: true,
  max_package_size: 5,
  max_file_size: 0,
  max_file_count: 7,
  max_stored_bytes: 8,
  max_packages_per_hour: 9,
  max_entries_per_hour: 1000,
  file_type_restriction_enabled: true,
  file_types: [".mov"],
  file_type_restriction_exclude: true,
  expiry_enabled: false,
  expiry: NEVER,
  package_name_format: { label: "ABC", value: "[A-C]+" },
  package_name_format_enabled: true,
  language: "fr",
  created_at: NEVER,
  updated_at: NEVER,
};

describe("get, modify, put", () => {
  it("sends back everything that it read", () => {
    const future = { ...PORTAL, something_new: "kept" };
    const body = updateOf(future, draftOf(future), true);
    const { cloud_connections, custom_webhooks, tag, access_list, ...same } = PORTAL;
    expect(body).toMatchObject(same);
    expect(body).toMatchObject({
      something_new: "kept",
      tag: { id: "01T" },
      access_list: ["01M"],
      configure_cloud_connections: true,
      cloud_connections: [{ id: "01C", filter_id: "01F" }],
      custom_webhooks: [{ id: "01W" }],
    });
  });

  it("says nothing of connections and webhooks for those who may not attach them", () => {
    const body = updateOf(PORTAL, draftOf(PORTAL), false);
    expect(body).not.toHaveProperty("cloud_connections");
    expect(body).not.toHaveProperty("custom_webhooks");
    expect(body).not.toHaveProperty("configure_cloud_connections");
  });

  it("takes away the tag, the end and the list of a private Portal", () => {
    const draft = { ...draftOf(PORTAL), tagId: "", expiry: "", isPrivate: false };
    expect(updateOf(PORTAL, draft, true)).toMatchObject({ tag: null, expiry: NEVER, access_list: [] });
  });
});

describe("two people at once", () => {
  it("keeps what the other changed elsewhere", () => {
    const read = draftOf(PORTAL);
    const merged = mergedDraft(read, { ...read, message: "Mine" }, { ...read, name: "Theirs", message: "Theirs" });
    expect(merged).toEqual({ ...read, name: "Theirs", message: "Mine" });
  });

  it("compares lists by what is in them", () => {
    const read = draftOf(PORTAL);
    const merged = mergedDraft(read, { ...read, recipients: [...read.recipients] }, { ...read, recipients: [] });
    expect(merged.recipients).toEqual([]);
  });
});

describe("what the server would refuse", () => {
  const sound = draftOf(PORTAL);
  it.each([
    [{}, []],
    [{ name: " " }, ["name"]],
    [{ accessCode: "" }, ["accessCode"]],
    [{ hasAccessCode: false }, ["private"]],
    [{ downloadPassword: "" }, ["downloadPassword"]],
    [{ terms: { title: " ", description: "", checkbox_label: "", checkbox_url: "" } }, ["terms"]],
    [{ maxPackageSize: 0, maxFileCount: 0 }, ["sizes"]],
    [{ fileTypes: [] }, ["types"]],
    [{ expires: true }, ["expiry"]],
  ])("%j: %j", (change, problems) => expect(draftProblems({ ...sound, ...change })).toEqual(problems));
});

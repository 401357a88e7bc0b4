import { expect, it } from "vitest";
import { CallError } from "../../api/client";
import { withDraftNames } from "./server-names";

it.each([
  ["name", "name"],
  ["logo_url", "logoUrl"],
  ["terms_of_service.checkbox_url", "terms.checkbox_url"],
  ["terms_of_service_enabled", "hasTerms"],
  ["recipients[2]", "recipients[2]"],
  ["cloud_connections[0].filter_id", "connections[0].filter_id"],
  ["package_name_format.value", "nameFormat.value"],
])("%s is told at %s", (field, expected) => {
  const error = new CallError(400, 1, "no", [{ field, message: "wrong" }], "r", undefined, {});
  expect(withDraftNames(error).fields).toEqual([{ field: expected, message: "wrong" }]);
});

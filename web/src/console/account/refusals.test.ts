import { describe, expect, it } from "vitest";
import { CallError } from "../../api/client";
import { atField } from "./refusals";

const refused = (status: number) => Promise.reject(new CallError(status, 1, "unauthorized", [], "R1", undefined, {}));

describe("wrong passwords", () => {
  it("are told at their field", async () => {
    const error = await atField(refused(401), "password", "not right").catch((caught: CallError) => caught);
    expect(error).toMatchObject({ fields: [{ field: "password", message: "not right" }], requestId: "R1" });
  });

  it.each([400, 429, 500])("are not what %d means", async (status) => {
    const error = await atField(refused(status), "password", "not right").catch((caught: CallError) => caught);
    expect(error).toMatchObject({ status, fields: [] });
  });

  it("do not touch what went well", async () => expect(await atField(Promise.resolve(7), "a", "b")).toBe(7));
});

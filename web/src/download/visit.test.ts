import { afterEach, describe, expect, it, vi } from "vitest";
import { Keeper } from "./secret";
import { Visit } from "./visit";

const LINK = { package_id: "P", package_token: "kept" };

/** A tab in which a download was begun before it was reloaded; the status that its list of files is answered with. */
function reloaded(listStatus: number) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path}`);
    if (path.endsWith("/open")) return Response.json({ ...LINK, package_token: "new" });
    const isKept = new Headers(init.headers).get("x-package-token") === "kept";
    return isKept && listStatus !== 200 ? new Response("{}", { status: listStatus }) : Response.json([]);
  });
  const keeper = new Keeper("L", undefined);
  keeper.write({ secret: "s", link: LINK as never, begun: true });
  return { visit: new Visit("L", keeper), asked };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a reload in the middle of a download", () => {
  it("continues with the token that was kept", async () => {
    const { visit, asked } = reloaded(200);
    expect((await visit.enter()).link.package_token).toBe("kept");
    expect(asked).toEqual(["GET /v1/packages/P/files"]);
  });

  it.each([503, 429, 502])("costs no second download because of a %d", async (status) => {
    const { visit, asked } = reloaded(status);
    await expect(visit.enter()).rejects.toMatchObject({ status });
    expect(asked).toEqual(["GET /v1/packages/P/files"]);
  });

  it("opens the link again if the token is no longer good", async () => {
    const { visit, asked } = reloaded(401);
    expect((await visit.enter()).link.package_token).toBe("new");
    expect(asked).toHaveLength(3);
  });
});

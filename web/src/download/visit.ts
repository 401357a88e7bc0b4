import { answer, api, CallError, type Schemas } from "../api/client";
import type { Keeper } from "./secret";

export type ResolvedLink = Schemas["ResolvedLink"];
export type PackageFile = Schemas["FileBody"];
export type ZipAddress = Schemas["ZipAddress"];

/** An address, or why there is none. */
export type Addressed = { url: string } | { error: CallError };

/**
 * One visit of a link: opens it, and asks for what it leads to with the token that opening gave. Opening and listing
 * are no downloads; the first address is one, however many follow with the same token.
 */
export class Visit {
  private link: ResolvedLink | undefined;

  constructor(
    readonly linkId: string,
    private readonly keeper: Keeper,
  ) {}

  get secret(): string {
    return this.keeper.read()?.secret ?? "";
  }

  /** Whether this tab has been counted as a download. */
  get hasBegun(): boolean {
    return this.keeper.read()?.begun ?? false;
  }

  /** What was kept of the last time, if opening anew would cost the visitor something. */
  recall(): ResolvedLink | undefined {
    this.link = this.keeper.read()?.link;
    return this.link;
  }

  async open(password?: string): Promise<ResolvedLink> {
    const body = password === undefined ? { secret: this.secret } : { secret: this.secret, password };
    const params = { path: { link_id: this.linkId } };
    const link = await answer(api.POST("/v1/links/{link_id}/open", { params, body }));
    this.link = link;
    this.keeper.write({ secret: this.secret, link: password === undefined ? undefined : link });
    return link;
  }

  files(): Promise<PackageFile[]> {
    return answer(api.GET("/v1/packages/{package_id}/files", { params: this.params(), headers: this.headers() }));
  }

  async address(fileId: string): Promise<string> {
    const call = api.GET("/v1/packages/{package_id}/files/{file_id}/download", {
      params: { path: { ...this.params().path, file_id: fileId } },
      headers: this.headers(),
    });
    const { url } = await answer(call);
    this.keepToken();
    return url;
  }

  /** Addresses of up to 1,000 files, in their order. */
  async addresses(fileIds: string[]): Promise<Addressed[]> {
    const call = api.POST("/v1/packages/{package_id}/files/download", {
      params: this.params(),
      headers: this.headers(),
      body: fileIds,
    });
    const answers = await answer(call);
    this.keepToken();
    return answers.map((each) =>
      "error" in each
        ? { error: new CallError(403, each.error.code, each.error.message, [], "", undefined, {}) }
        : { url: each.url },
    );
  }

  /** Without ids, the zip of everything. */
  async zip(fileIds: string[] | undefined): Promise<ZipAddress> {
    const query: { files?: string } = fileIds ? { files: fileIds.join(",") } : {};
    const params = { ...this.params(), query };
    const zip = await answer(api.GET("/v1/packages/{package_id}/zip", { params, headers: this.headers() }));
    if (zip.url) this.keepToken();
    return zip;
  }

  async confirm(fileIds: string[]): Promise<void> {
    const path = "/v1/packages/{package_id}/files/downloaded";
    await answer(api.POST(path, { params: this.params(), headers: this.headers(), body: fileIds }));
  }

  /** A download has begun with this token: what follows in this tab, also after a reload, belongs to it. */
  private keepToken(): void {
    const kept = this.keeper.read();
    if (kept && this.link && !kept.begun) this.keeper.write({ ...kept, link: this.link, begun: true });
  }

  private params() {
    return { path: { package_id: this.link?.package_id ?? "" } };
  }

  private headers() {
    return { "X-Package-Token": this.link?.package_token ?? "" };
  }
}

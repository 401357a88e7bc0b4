import type { Schemas } from "../api/client";
import { CallError, refusedCall } from "../api/errors";
import { request } from "../api/request";
import type { ResolvedLink } from "./link";
import type { Keeper } from "./secret";

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
    const link = await ask<ResolvedLink>("POST", `/v1/links/${encodeURIComponent(this.linkId)}/open`, { body });
    this.link = link;
    this.keeper.write({ secret: this.secret, link: password === undefined ? undefined : link });
    return link;
  }

  /** Continues with what was kept of the last time, or opens the link: what it leads to. */
  async enter(): Promise<{ link: ResolvedLink; files: PackageFile[] }> {
    const kept = this.recall();
    try {
      if (kept) return { link: kept, files: await this.files() };
    } catch (error) {
      // Opening the link again could count as another download. If the server cannot answer now, it is asked again later.
      if (error instanceof CallError && error.isPassing) throw error;
    }
    const link = await this.open();
    return { link, files: await this.files() };
  }

  files(): Promise<PackageFile[]> {
    return this.ofPackage("GET", "/files");
  }

  async address(fileId: string): Promise<string> {
    const { url } = await this.ofPackage<Schemas["DownloadAddress"]>("GET", `/files/${fileId}/download`);
    this.keepToken();
    return url;
  }

  /** Addresses of up to 1,000 files, in their order. */
  async addresses(fileIds: string[]): Promise<Addressed[]> {
    const answers = await this.ofPackage<Schemas["AddressedOne"][]>("POST", "/files/download", fileIds);
    this.keepToken();
    return answers.map((each) =>
      "error" in each
        ? { error: new CallError(403, each.error.code, each.error.message, [], "", undefined, {}) }
        : { url: each.url },
    );
  }

  /** Without ids, the zip of everything. One that could not be prepared is prepared again only on request. */
  async zip(fileIds: string[] | undefined, retry: boolean): Promise<ZipAddress> {
    const wishes = [fileIds && `files=${fileIds.join(",")}`, retry && "retry=true"].filter(Boolean);
    const query = wishes.length > 0 ? `?${wishes.join("&")}` : "";
    const zip = await this.ofPackage<ZipAddress>("GET", `/zip${query}`);
    if (zip.url) this.keepToken();
    return zip;
  }

  confirm(fileIds: string[]): Promise<void> {
    return this.ofPackage("POST", "/files/downloaded", fileIds);
  }

  /** A download has begun with this token: what follows in this tab, also after a reload, belongs to it. */
  private keepToken(): void {
    const kept = this.keeper.read();
    if (kept && this.link && !kept.begun) this.keeper.write({ ...kept, link: this.link, begun: true });
  }

  private ofPackage<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const { package_id = "", package_token = "" } = this.link ?? {};
    return ask(method, `/v1/packages/${package_id}${path}`, { body, token: package_token });
  }
}

type Method = "GET" | "POST";

async function ask<T>(method: Method, path: string, { body, token }: { body?: unknown; token?: string }): Promise<T> {
  const headers: Record<string, string> = token === undefined ? {} : { "X-Package-Token": token };
  const reply = await request({ method, path, headers, body });
  if (reply.status < 200 || reply.status >= 300) throw refusedCall(reply);
  return reply.body as T;
}

import { answer, api } from "../api/client";
import { createUploader, packageOf, type Uploader, type UploadPackage } from "../uploader";
import { answersOf, packageWords, type Values } from "./form";
import { codeHeader, type FormElement, type PublicPortal, rulesOf } from "./portal";

/** One person's visit to a Portal: what outlives every component, above all the upload. */
export class Visit {
  /** Known once the visitor has said it; never written down. */
  code = "";
  #uploader: Uploader | undefined;
  #portal: PublicPortal | undefined;
  /** Null when the Portal asks nothing; a form that asks nothing is answered all the same. */
  #form: FormElement[] | null = null;
  #values: Values = {};
  /** Where the receipt goes. */
  sender = "";

  constructor(readonly subdomain: string) {}

  get scope(): string {
    return `portal:${this.subdomain}`;
  }

  uploaderOf(portal: PublicPortal): Uploader {
    this.#portal = portal;
    this.#uploader ??= createUploader({
      scope: this.scope,
      rules: rulesOf(portal),
      createPackage: () => this.#createPackage(),
    });
    return this.#uploader;
  }

  /** An unfinished upload is taken up by an uploader of its own. */
  continued(portal: PublicPortal): Uploader {
    this.startOver();
    return this.uploaderOf(portal);
  }

  /** The next upload begins with nothing. */
  startOver(): void {
    this.#uploader?.dispose();
    this.#uploader = undefined;
  }

  /** Begins the upload with what was filled in. Throws what the server said against it. */
  send(form: FormElement[] | null, values: Values): Promise<void> {
    this.#form = form;
    this.#values = values;
    return this.#uploader?.start() ?? Promise.resolve();
  }

  async #createPackage(): Promise<UploadPackage> {
    const params = { path: { portal_id: this.#portal?.id ?? "" } };
    const headers = codeHeader(this.code);
    const words = packageWords(this.#form ?? [], this.#values, this.#firstName());
    let form_data_id: string | null = null;
    if (this.#form) {
      const body = answersOf(this.#form, this.#values);
      const response = await answer(api.POST("/v1/portals/{portal_id}/form/responses", { params, headers, body }));
      form_data_id = response.id;
    }
    const body = { ...words, form_data_id, chunk_size: null };
    const made = await answer(api.POST("/v1/portals/{portal_id}/packages", { params, headers, body }));
    this.sender = words.sender;
    return packageOf(made);
  }

  /** The folder or file that comes first, as a name for all. */
  #firstName(): string {
    const first = this.#uploader?.snapshot().items.find(({ state }) => state === "listed");
    return first?.path.split("/")[0] || first?.name || "";
  }
}

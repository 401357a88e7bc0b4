import type { Addressed } from "../visit";

interface Source {
  addresses(fileIds: string[]): Promise<Addressed[]>;
}

/** Addresses of files, asked for in batches: one call each would cost more than small files do. */
export class Addresses {
  private readonly known = new Map<string, Addressed>();
  private asking: Promise<void> | undefined;

  constructor(private readonly source: Source) {}

  /** The file's address. If it must be asked for, those that come next are asked for along with it. */
  async of(id: string, upcoming: () => string[]): Promise<Addressed> {
    while (true) {
      const found = this.known.get(id);
      if (found) return found;
      if (this.asking) await this.asking.catch(() => undefined);
      else await this.ask([...new Set([id, ...upcoming()])].filter((each) => !this.known.has(each)));
    }
  }

  /** An address that storage no longer takes is asked for anew. */
  forget(id: string): void {
    this.known.delete(id);
  }

  private async ask(ids: string[]): Promise<void> {
    this.asking = this.source.addresses(ids).then((answers) => {
      answers.forEach((each, index) => {
        const id = ids[index];
        if (id !== undefined) this.known.set(id, each);
      });
    });
    try {
      await this.asking;
    } finally {
      this.asking = undefined;
    }
  }
}

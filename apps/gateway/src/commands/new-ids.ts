import type { IdKind } from '#contracts';

/** The ids of new objects that one request makes up: one of each kind, the same however often it is asked for. */
export class NewIds {
  private readonly made = new Map<IdKind, string>();

  constructor(private readonly make: (kind: IdKind) => string) {}

  of(kind: IdKind): string {
    const id = this.made.get(kind) ?? this.make(kind);
    this.made.set(kind, id);
    return id;
  }

  /** Whether this request made it up, so that nothing else can have been kept under it. */
  has(id: string): boolean {
    return [...this.made.values()].includes(id);
  }
}

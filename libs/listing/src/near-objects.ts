import type { ResourceKind } from '#contracts';
import type { ListOwner } from './terms';

/** Shows the object of an owner as it is now. @throws RefusalError resource_missing. */
export type ShowObject = (id: string, owner: ListOwner) => Promise<object>;

/** The objects of services that run in this process: who asks for one here needs no request. One for each process. */
export class NearObjects {
  private readonly shown = new Map<ResourceKind, ShowObject>();

  /** Called by the service that owns the kind. */
  serve(kind: ResourceKind, show: ShowObject): void {
    this.shown.set(kind, show);
  }

  /** Undefined when the service of the kind runs elsewhere. */
  find(kind: ResourceKind): ShowObject | undefined {
    return this.shown.get(kind);
  }
}

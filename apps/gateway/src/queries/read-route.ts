import type { ServiceName } from '#contracts';
import type { IndexedField } from '#personal-data';
import type { ResourceKind } from '../http/resources';
import type { Expansion } from '../lists/expand';
import type { ListRules } from '../lists/list-rules';

/** A route that shows one object, as a route file says it. */
export interface ShowRoute {
  resource: ResourceKind;
  /** The path parameter that names it; `id` unless given. */
  idParam?: string;
  /** The object it belongs to and is shown below, by the name of its collection there. */
  below?: { resource: ResourceKind; idParam: string; collection: string };
  /** A part of it that has a path of its own, behind the id. */
  part?: string;
  /** What may be expanded in it. */
  expand: readonly Expansion[];
  /** Whether `as_of` is served: for objects whose history the service folds. */
  hasAsOf?: boolean;
}

/** A route that shows a page of a list, as a route file says it. */
export interface ListRoute {
  service: ServiceName;
  /** Path of the internal route, from the path parameters, which have been checked. */
  internalPath(params: Readonly<Record<string, string>>): string;
  /** The object of the path that the list belongs to, such as the payment of its attempts. */
  parent?: { resource: ResourceKind; idParam: string };
  /** Own filters whose values are personal: they leave the gateway as digests. */
  blind?: readonly IndexedField[];
  rules: ListRules;
}

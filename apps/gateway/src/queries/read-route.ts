import type { ResourceKind, ServiceName } from '#contracts';
import type { IndexedField } from '#personal-data';
import type { Caller } from '../auth/authenticator';
import type { Expansion } from '../lists/expand';
import type { ListRules } from '../lists/list-rules';

/** An object of the path that what is read belongs to, such as the payment of its attempts. */
interface Parent {
  resource: ResourceKind;
  idParam: string;
}

/** What the caller is shown of an object of the answer. */
export interface ShownInPart {
  /** Undefined for a caller who sees it as it is. Null leaves an object of a list out. */
  partFor?(caller: Caller): ((object: Readonly<Record<string, unknown>>) => object | null) | undefined;
}

/** A route that shows one object, as a route file says it. */
export interface ShowRoute extends ShownInPart {
  resource: ResourceKind;
  /** The path parameter that names it; `id` unless given. */
  idParam?: string;
  /** One of each account and mode: no path parameter names it, and it is always there. */
  isSingleton?: boolean;
  /** The account of the caller, which is in live mode for what concerns both. */
  isOfAccount?: boolean;
  /** Path of the internal route, from the path parameters, which have been checked; that of its kind and id unless given. */
  internalPath?(params: Readonly<Record<string, string>>): string;
  parent?: Parent;
  /** A part of it that has a path of its own, behind the id. */
  part?: string;
  /** What may be expanded in it. */
  expand: readonly Expansion[];
  /** Whether `as_of` is served: for objects whose history the service folds. */
  hasAsOf?: boolean;
}

/** A route that shows a page of a list, as a route file says it. */
export interface ListRoute extends ShownInPart {
  service: ServiceName;
  /** Path of the internal route, from the path parameters, which have been checked. */
  internalPath(params: Readonly<Record<string, string>>): string;
  parent?: Parent;
  /** What the caller sees of it alone, as own filters; undefined for all of it. */
  narrowedTo?(caller: Caller): Readonly<Record<string, string>> | undefined;
  /** Own filters whose values are personal: they leave the gateway as digests. */
  blind?: readonly IndexedField[];
  rules: ListRules;
}

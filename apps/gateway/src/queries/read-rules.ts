import type { IdKind, ResourceKind } from '#contracts';
import type { IndexedField } from '#personal-data';
import type { Caller } from '../auth/authenticator';
import type { Expansion } from '../lists/expand';
import type { ListRules } from '../lists/list-rules';

/** The object of the path that what is read belongs to, and the part of its internal path: the `attempts` of a payment. */
export interface Parent {
  kind: ResourceKind;
  /** `id` unless given. */
  idParam?: string;
  part: string;
}

/** A restriction of an answer to the part that the caller may see. */
export interface ShownInPart {
  /** Undefined for a caller who sees it as it is. Null leaves an object of a list out. */
  partFor?(caller: Caller): ((object: Readonly<Record<string, unknown>>) => object | null) | undefined;
}

/** Conditions on a request for one object. `RetrieveGuard` checks them. */
export interface RetrieveRules extends ShownInPart {
  /** The path parameter that names the object; `id` unless given. */
  idParam?: string;
  parent?: Parent;
  /** A part of the object that has a path of its own, behind its id. */
  part?: string;
  /** The part is one of the whole collection: no path parameter names an object. */
  isOfCollection?: boolean;
  /** Members that may be expanded; all that the kind of object has unless given. */
  expand?: readonly Expansion[];
  /** The object may be of another account: the guard checks the form of its id alone, and the handler its account. */
  isOfOtherAccounts?: true;
  /** `as_of` is served: for objects whose history the service folds. */
  hasAsOf?: boolean;
}

/** A route that shows one object. */
export interface RetrieveRoute extends RetrieveRules {
  resource: ResourceKind;
  expand: readonly Expansion[];
}

/** Conditions on a request for a page of a list. `ListGuard` checks them. */
export interface ListRouteRules extends ShownInPart, Partial<Omit<ListRules, 'kind'>> {
  parent?: Parent;
  /** A part of the internal path behind that of the collection, such as `search`. */
  part?: string;
  /** Own filters that bind the caller to a part of the list; undefined for all of it. */
  narrowedTo?(caller: Caller): Readonly<Record<string, string>> | undefined;
  /** Own filters whose values are personal: they leave the gateway as digests. */
  blind?: readonly IndexedField[];
}

/** A route that shows a page of a list. */
export interface ListRoute extends Omit<ListRouteRules, keyof ListRules> {
  rules: ListRules & { kind: IdKind };
}

import type { AccountRules, DestinationRules, FieldProblem, IdKind, Random, ResourceKind } from '#contracts';
import type { NewSecret } from '../accounts/accounts';
import type { CallingUser } from '../auth/authenticator';
import type { CredentialLimits } from '../auth/credential-limits';
import type { Scope } from '../auth/scopes';
import type { BodyReader } from '../validation/body-reader';
import type { NewIds } from './new-ids';

/** The facts of a request that its body is checked and translated with. */
export interface WriteContext {
  accountId: string;
  livemode: boolean;
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** Id of the object that the answer shows: new for a creation, else that of the path. */
  objectId: string;
  /** Ids of what the command makes: of a creation its object, and of other objects in the same commit. */
  newIds: NewIds;
  /** All path parameters as they came. */
  params: Readonly<Record<string, string>>;
  random: Random;
  /** Addresses that webhooks may be sent to. */
  destinations: DestinationRules;
  /** The settings of the account that decide. */
  rules: AccountRules;
  /** True when the caller has the scope. */
  mayDo(scope: Scope): boolean;
  /** The signed-in person; undefined of a key. */
  user?: CallingUser;
  /** `key_…`, `usr_…` or `app_…` of the caller. */
  callerId: string;
  /** The limits of the calling key, which hold for what it makes as well. */
  limits: CredentialLimits;
  /** The word in the query, of a route with a `choice`. */
  chosen?: string;
}

/** The members of an answer that say whether its outcome is open. */
export interface ShownObject {
  status?: unknown;
  next_action?: { type?: unknown } | null;
  last_error?: unknown;
  redacted_at?: unknown;
  advance_id?: unknown;
}

/** Conditions that a request has to meet before its handler runs. `WriteGuard` checks them. */
export interface WriteRules<TDto extends object = object> {
  /** The path parameter that names the object; `id` unless given. */
  idParam?: string;
  /**
   * The object of the path that the answer belongs to, such as the endpoint of a replay; 404 when it cannot be the caller's. With a
   * `part` the answer is found below it: `/v1/customers/{id}/payment_methods/{pm_id}`.
   */
  parent?: { kind: ResourceKind; idParam?: string; part?: string };
  /** The object may be of another account: the guard checks the form of its id alone, and the handler its account. */
  isOfOtherAccounts?: true;
  /** A word that the query may bring, by the name of its parameter: for a route without a body. */
  choice?: { param: string; words: readonly string[] };
  /** Unknown parameters are refused whatever the caller prefers: a misspelt filter that is ignored does too much. */
  isStrict?: boolean;
  /** Answers with what would happen, and stores nothing. */
  isPreview?: boolean;
  /** The answer shows a secret this once. A repeated request shows it to its first caller alone. */
  showsSecret?: boolean;
  /** Rules that span fields or depend on the mode. `wrong` names the fields that are reported already. */
  validate?(dto: TDto, context: WriteContext, wrong: ReadonlySet<string>): FieldProblem[];
  /**
   * Problems that a body gets as time goes by. A request with an Idempotency-Key may be the retry of one that was good: the service,
   * which has the stored answer, decides about these.
   */
  isExpired?(problem: FieldProblem): boolean;
  /** A sentence on how to mend a refused body, where there is more to say than its error code says. */
  hintOf?(problems: readonly FieldProblem[]): string | undefined;
  /** Values of the body that are never kept: an Idempotency-Key, which is kept, may hold none of them. */
  sensitiveFields?(dto: TDto): readonly (string | null | undefined)[];
}

/** A route that changes something. */
export interface WriteRoute<TDto extends object = object> extends WriteRules<TDto> {
  /** The kind of the object that the answer shows. Its row says which service decides. */
  resource: ResourceKind;
  creates: boolean;
  body?: new () => TDto;
  /** Null: a body is ignored. */
  reader: BodyReader<TDto> | null;
}

/** The end of a write whose outcome may be open when its service answers. */
export interface OutcomeRules {
  /** The outcome that the object shows is open: a caller may wait for its end with `Prefer: wait=…`. */
  isOpen?(object: ShownObject): boolean;
  /** The object shows the outcome of a later request already: a retry then gets the stored answer. */
  isOfAnother?(shown: ShownObject, answered: ShownObject): boolean;
  /** The outcome is a decline, answered with 402 by a route that acts; status `failed` unless given. */
  isDeclined?(object: ShownObject): boolean;
  /** The answer of the service may show a decline: the payment is decided after the object that it is made for. */
  showsDecline?: boolean;
}

/** A command that no aggregate decides: it is brought to the service over internal HTTP, and not over the bus. */
export interface DirectRoute {
  /** Last part of the path, behind the id of the object. */
  action: string;
  /** Milliseconds until the outcome is unknown (outcome_unknown). */
  timeoutMs: number;
}

/** Properties of a command that few have. */
export interface SendOptions {
  /** The stream that decides, when it is not the object itself; 404 for `param` when it cannot be the caller's. */
  decidedBy?: { kind: IdKind; id: string; param: string };
  outcome?: OutcomeRules;
  /** The secret of the new object. It is kept as a digest, in the commit of the command (docs/decisions/0037). */
  secret?: NewSecret;
  direct?: DirectRoute;
  /** The answer says that the personal data of the object are erased: no answer of this process shows them any more. */
  erases?(object: ShownObject): boolean;
}

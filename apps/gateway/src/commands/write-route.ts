import type { AccountRules, DestinationRules, FieldProblem, IdKind, Random, ResourceKind, ServiceName } from '#contracts';
import type { Seal } from '#personal-data';
import type { NewSecret } from '../accounts/accounts';
import type { CallingUser } from '../auth/authenticator';
import type { CredentialLimits } from '../auth/credential-limits';
import type { Scope } from '../auth/scopes';
import { BodyReader } from '../validation/body-reader';
import type { NewIds } from './new-ids';

/** What a body is judged and translated with, beside itself. */
export interface WriteContext {
  accountId: string;
  livemode: boolean;
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** Id of the object the answer will show: new for a creation, else that of the path. */
  objectId: string;
  /** Ids of what the command makes: of a creation its object, and of another object in the same commit. */
  newIds: NewIds;
  /** All path parameters as they came. */
  params: Readonly<Record<string, string>>;
  /** For what the gateway makes itself, such as a secret. */
  random: Random;
  /** Where webhooks may go. */
  destinations: DestinationRules;
  /** What the account has decided. */
  rules: AccountRules;
  /** Whether the caller may do what a scope allows. */
  mayDo(scope: Scope): boolean;
  /** The person who asks; undefined of a key. */
  user?: CallingUser;
  /** `key_…`, `usr_…` or `app_…` of who asks. */
  callerId: string;
  /** The limits of the key that asks, which hold for what it makes as well. */
  limits: CredentialLimits;
  /** The word that the query brought, of a route with a `choice`. */
  chosen?: string;
}

/** Under whose key personal values are sealed. */
export interface SealedFor {
  /** The object they belong to, such as a customer or a webhook endpoint, or null for the account. */
  subjectId: string | null;
  /** Whether the subject gets a key now when there is none: for what creates or changes the object itself. */
  mayCreateKey?: boolean;
}

/** The services, as a route may ask them on behalf of its caller. Refusals and failures throw as ApiError. */
export interface Services {
  /** @returns the body of a good answer. */
  get(service: ServiceName, path: string): Promise<string>;
  /** The same with personal values in the clear: for what is sealed again under another key before it leaves the gateway. */
  getUnsealed(service: ServiceName, path: string): Promise<string>;
  post(service: ServiceName, path: string, body: unknown): Promise<string>;
}

/** What of an answer says whether its outcome is open. */
export interface ShownObject {
  status?: unknown;
  next_action?: { type?: unknown } | null;
  last_error?: unknown;
  redacted_at?: unknown;
  advance_id?: unknown;
}

/** A command that no aggregate decides: it is brought to the service over internal HTTP, and not over the bus. */
export interface DirectRoute {
  /** Last part of the path, behind the id of the object. */
  action: string;
  /** How long the answer may take, in milliseconds; then the outcome is unknown (outcome_unknown). */
  timeoutMs: number;
}

/** One route that changes something, as a route file says it. */
export interface WriteRouteParts<TDto extends object, TPrepared = unknown> {
  /** The object that the answer shows. It says which service decides. */
  resource: ResourceKind;
  /** The command, `<service>.<verb>`. */
  command: string;
  /** True for a new object, answered with 201 and `Location`; else the object is that of the path. */
  creates: boolean;
  /** The path parameter that names the object; `id` unless given. */
  idParam?: string;
  /** One of each account and mode: no path parameter names it, and it is there before its first change. `stream` says its id. */
  isSingleton?: boolean;
  /** The object of the path that a new object belongs to, such as the endpoint of a replay; 404 when it cannot be the caller's. */
  parent?: { kind: ResourceKind; idParam: string };
  /** The body; a route without one ignores whatever is sent. */
  body?: new () => TDto;
  /** A word that its query may bring, by the name of the parameter: for what has no body. */
  choice?: { param: string; words: readonly string[] };
  /** Parameters that it does not know are refused from everybody: ignoring a misspelt filter would do more than was asked. */
  isStrict?: boolean;
  /**
   * The stream that decides, when it is not the object itself: a refund is decided by its payment. The id comes from the
   * body, the path or the service; when it cannot be the caller's, the answer is 404 for `param`.
   */
  stream?: { kind: IdKind; param: string; idOf(dto: TDto, context: WriteContext, services: Services): string | Promise<string> };
  /**
   * Rules that span fields or depend on the mode; fields that are wrong by themselves are reported without it, and named in
   * `wrong`.
   */
  validate?(dto: TDto, context: WriteContext, wrong: ReadonlySet<string>): FieldProblem[];
  /**
   * Problems that a body gets as time goes by. A request with an Idempotency-Key may be the retry of one that was good:
   * the service, which has the stored answer, judges these.
   */
  isExpired?(problem: FieldProblem): boolean;
  /** What to do about a body that was refused so, in a sentence, where more can be said than its error code says. */
  hintOf?(problems: readonly FieldProblem[]): string | undefined;
  /** What the body brings that must never be kept: an Idempotency-Key, which is, may hold none of it. */
  sensitiveFields?(dto: TDto): readonly (string | null | undefined)[];
  /** Whose personal values the body brings; null, or a route without it, when it brings none. */
  encryptFor?(dto: TDto, context: WriteContext): SealedFor | null;
  /**
   * What the payload needs and only a service knows, asked over internal HTTP after the body was found good. Also the way of
   * what must not cross the bus: it is handed to the service, which answers what may travel in its place.
   */
  prepare?(dto: TDto, context: WriteContext, services: Services): Promise<TPrepared>;
  /** A secret that the object gets: of what was prepared. It is kept as a digest, in the commit of the command (docs/decisions/0037). */
  secretOf?(prepared: TPrepared): NewSecret | undefined;
  /** Whether the answer shows a secret this once; so does that of a route with `secretOf`. A repeated request shows it to who made it alone. */
  showsSecret?: boolean;
  /** In live mode whatever that of the caller is: of what belongs to an account itself. */
  isOfAccount?: boolean;
  /** Takes back what `prepare` handed over for an object that does not come to be: the request was refused, or is a retry. */
  discard?(context: WriteContext, services: Services): Promise<unknown>;
  /** The payload of the command. Personal values go through `seal`, so that none leaves the gateway in the clear. */
  payload(dto: TDto, context: WriteContext, seal: Seal, prepared: TPrepared): unknown;
  /** Whether the outcome that the object shows is open: a caller may wait for its end with `Prefer: wait=…`. */
  isOpen?(object: ShownObject): boolean;
  /** Whether the object shows the outcome of a later request already: a retry then gets the stored answer. */
  isOfAnother?(shown: ShownObject, answered: ShownObject): boolean;
  /** Whether an outcome that was waited for is a decline, answered with 402 by a route that acts; status `failed` unless given. */
  isDeclined?(object: ShownObject): boolean;
  /** Whether the answer of the service may show a decline: the payment is decided after the object that it is made for. */
  showsDecline?: boolean;
  /** Whether the answer says that the personal data of the object are erased: no answer of this process shows them any more. */
  erases?(object: ShownObject): boolean;
  /** It answers with what would be, and nothing is stored. */
  isPreview?: boolean;
  /** For what changes no stream, and what no bus could wait for. */
  direct?: DirectRoute;
  /** Public path of the object, when it is not that of its kind: for `Location`. */
  locationOf?(objectId: string, context: WriteContext): string;
}

/** A route that changes something, which `Writes` executes (command-handler.ts). */
export interface WriteRoute<TDto extends object = object> extends WriteRouteParts<TDto> {
  reader: BodyReader<TDto> | null;
}

/** Reads the declaration of the body once, when the route file is loaded. */
export function writeRoute<TDto extends object, TPrepared = unknown>(parts: WriteRouteParts<TDto, TPrepared>): WriteRoute<TDto> {
  // The handler passes on what `prepare` returned, and reads no more of it than this says.
  const untyped = parts as unknown as WriteRouteParts<TDto>;
  return { ...untyped, reader: parts.body === undefined ? null : new BodyReader(parts.body) };
}

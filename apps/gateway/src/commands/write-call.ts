import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId, shardOfAccount, type Clock, type DestinationRules, type IdempotencyClaim, type Random, type ServiceName } from '#contracts';
import type { PersonalData, Seal } from '#personal-data';
import type { Caller, CallingUser } from '../auth/authenticator';
import type { CredentialLimits } from '../auth/credential-limits';
import { refusalFor, type Scope } from '../auth/scopes';
import { callerOf } from '../http/access';
import { sealerFor } from '../personal-data/encrypt-for';
import type { ServiceQueries } from '../queries/service-queries';
import { readDryRun } from './dry-run';
import { NewIds } from './new-ids';
import type { WriteContext, WriteRoute } from './write-rules';

/** Ports and services of a write. */
export interface WriteTools {
  clock: Clock;
  random: Random;
  destinations: DestinationRules;
  personalData: PersonalData;
  queries: ServiceQueries;
}

/** One request that changes something: the facts that its guard has read, and the services on behalf of its caller. */
export class WriteCall<TDto extends object = object> implements WriteContext {
  // Own members and no getters: a rest or a spread of a call keeps them.
  readonly caller: Caller;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly rules: Caller['rules'];
  readonly user: CallingUser | undefined;
  readonly callerId: string;
  readonly limits: CredentialLimits;
  readonly params: Readonly<Record<string, string>>;
  readonly chosen: string | undefined;
  readonly nowMs: number;
  readonly newIds: NewIds;
  readonly random: Random;
  readonly destinations: DestinationRules;
  readonly isDryRun: boolean;
  /** Set by the guard once it has checked the path. */
  objectId = '';
  /** Set by the guard once it has checked the body. */
  dto!: TDto;
  /** Null without an Idempotency-Key. */
  claim: IdempotencyClaim | null = null;
  /** The command is on its way: the store answers retries from then on. */
  isSent = false;
  private readonly reversals: (() => Promise<unknown>)[] = [];

  constructor(
    readonly route: WriteRoute<TDto>,
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
    private readonly tools: WriteTools,
  ) {
    const caller = callerOf(request);
    const { clock, random, destinations } = tools;
    this.caller = caller;
    this.accountId = caller.accountId;
    this.livemode = caller.livemode;
    this.rules = caller.rules;
    this.user = caller.user;
    this.callerId = caller.keyId;
    this.limits = { allowedAddresses: caller.addresses?.entries ?? [], expiresAtMs: caller.expiresAtMs };
    this.params = request.params as Record<string, string>;
    this.chosen = chosenOf(route, request);
    this.nowMs = clock.nowMs();
    this.newIds = new NewIds((kind) => newId(kind, shardOfAccount(this.accountId), this.nowMs, random));
    this.random = random;
    this.destinations = destinations;
    this.isDryRun = readDryRun(request) || route.isPreview === true;
  }

  mayDo(scope: Scope): boolean {
    return refusalFor(this.caller.kind, this.caller.scopes, scope) === null;
  }

  /** @returns the body of a good answer. @throws ApiError the refusal of the service; service_unavailable. */
  async get(service: ServiceName, path: string): Promise<string> {
    return (await this.tools.queries.get(service, path, this.caller)).text;
  }

  /** Like `get`, with personal values in the clear: for values that are sealed again under another key before they leave the gateway. */
  async getUnsealed(service: ServiceName, path: string): Promise<string> {
    return this.tools.personalData.unseal(await this.get(service, path), this.accountId);
  }

  /** Hands something to a service that must not cross the bus. In a dry run the service keeps nothing of it. */
  async post(service: ServiceName, path: string, body: unknown): Promise<string> {
    const target = this.isDryRun ? `${path}?dry_run=true` : path;
    return (await this.tools.queries.post(service, target, this.caller, body)).text;
  }

  /** Takes back what was handed to a service, by a POST to this path, when the object of this request does not come to be. */
  takeBackAt(service: ServiceName, path: string): void {
    this.reversals.push(() => this.tools.queries.post(service, path, this.caller, {}));
  }

  /**
   * @param subjectId the object that the personal values belong to; null for the account.
   * @returns the function that seals them under the key of their subject. It keeps them out of the request log.
   */
  sealerOf(subjectId: string | null): Promise<Seal> {
    return this.openSealer({ subjectId });
  }

  /**
   * Like `sealerOf`, for an object that this request makes or changes: it gets a key when it has none. The last step before `send`,
   * so that no refusal leaves a key behind. A dry run makes none.
   */
  newSealerOf(subjectId: string): Promise<Seal> {
    if (this.newIds.has(subjectId)) {
      this.reversals.push(() => this.tools.personalData.discard({ accountId: this.accountId, id: subjectId }));
    }
    return this.openSealer({ subjectId, mayCreateKey: !this.isDryRun });
  }

  /**
   * Takes back what was made for an object that does not come to be. Not awaited: a key that stays behind opens nothing, and what
   * was handed over expires.
   */
  takeBack(): void {
    if (this.isDryRun) return;
    for (const reverse of this.reversals) void reverse().catch(() => undefined);
  }

  private openSealer(sealedFor: { subjectId: string | null; mayCreateKey?: boolean }): Promise<Seal> {
    const { request } = this;
    return sealerFor(this.tools.personalData, this.accountId, sealedFor, (value) => (request.sealedValues ??= []).push(value));
  }
}

/** The word of a choice, right or wrong: empty when it was sent twice; undefined when it was not sent. */
function chosenOf({ choice }: Pick<WriteRoute, 'choice'>, { query }: FastifyRequest): string | undefined {
  const word = choice && (query as Record<string, unknown>)[choice.param];
  return word === undefined || typeof word === 'string' ? word : '';
}

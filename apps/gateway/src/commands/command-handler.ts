import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, ERRORS, Random, RESOURCES, bareText, containsDocumentNumber, newId, shardOfAccount } from '#contracts';
import type { DestinationRules, IdempotencyClaim, Reply } from '#contracts';
import { PersonalData, type Seal } from '#personal-data';
import { destinationRulesOf } from '#service';
import { AddressDigests } from '../auth/address-digests';
import type { Caller } from '../auth/authenticator';
import type { CredentialLimits } from '../auth/credential-limits';
import { refusalFor, type Scope } from '../auth/scopes';
import { GatewayConfig } from '../config';
import { ApiError } from '../http/api-error';
import { callerOf } from '../http/access';
import { addPreferenceApplied } from '../http/preference-applied';
import { couldOwn, resourceMissing } from '../http/resources';
import { Fingerprints } from '../idempotency/fingerprints';
import { readIdempotencyClaim } from '../idempotency/idempotency-key';
import { sealNothing, sealerFor } from '../personal-data/encrypt-for';
import { ServiceQueries } from '../queries/service-queries';
import { Commands, type CommandOrder, type CommandOrigin } from './commands';
import { readDryRun } from './dry-run';
import { isOfAnotherObject, isRefusalForGood } from './discard-rules';
import { NewIds } from './new-ids';
import { OutcomeWait, withDecline } from './outcome-wait';
import { withOtherModeHint } from './other-mode-hint';
import { refusePreconditions } from './preconditions';
import { readWriteBody } from './read-body';
import { sendReply } from './send-reply';
import type { SealedFor, Services, ShownObject, WriteContext, WriteRoute } from './write-route';

/** Carries out the routes that change something: reads the request, sends the command, writes the answer. */
@Injectable()
export class Writes {
  private readonly destinations: DestinationRules;

  constructor(
    config: GatewayConfig,
    private readonly commands: Commands,
    private readonly addresses: AddressDigests,
    private readonly outcomeWait: OutcomeWait,
    private readonly fingerprints: Fingerprints,
    private readonly personalData: PersonalData,
    private readonly queries: ServiceQueries,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {
    this.destinations = destinationRulesOf(config);
  }

  /** @throws ApiError every problem with the request at once; what the service refuses; what Commands.send throws. */
  async execute<TDto extends object>(route: WriteRoute<TDto>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isDryRun = leavesNoTrace(route, request);
    refusePreconditions(route, request);
    const asked = this.claimOf(route, request);
    const context = this.contextOf(route, request);
    const dto = readWriteBody(route, context, { request, reply, mayBeRetry: asked !== null });
    refuseSecretKey(asked, route, route.sensitiveFields?.(dto) ?? []);
    const claim = claimOfCaller(asked, request);
    request.usedKey = claim?.key ?? null;
    // A dry run leaves no trace, so it uses up no key.
    const caller = callerOf(request);
    const address = this.addresses.of(caller.accountId, request.ip);
    const origin = { caller, requestId: request.id, address, claim: isDryRun ? null : claim };
    const discard = (): void => this.discard(route, dto, context, request);
    const answer = await this.orderFor(route, dto, context, request)
      .catch((error: unknown) => this.storedAnswer(route, origin, error))
      .then((made) => ('body' in made ? made : this.sent(origin, { ...made, isDryRun }, { objectId: context.objectId, discard })))
      .catch(async (error: unknown) => {
        throw await withOtherModeHint(error, request, this.queries);
      });
    const settled = isDryRun ? null : await this.settle(route, request, { context, answer });
    if (settled !== null) addPreferenceApplied(reply, 'wait');
    await sendReply(reply, settled ?? withDecline(route, shownOf(route, answer)), locationOf(route, answer.streamId, context));
  }

  /** @throws ApiError resource_missing when the stream that decides cannot be the caller's. */
  private async orderFor<TDto extends object>(
    route: WriteRoute<TDto>,
    dto: TDto,
    context: WriteContext,
    request: FastifyRequest,
  ): Promise<CommandOrder> {
    const { stream, resource, command } = route;
    const services = this.servicesFor(callerOf(request), leavesNoTrace(route, request));
    const streamId = (await stream?.idOf(dto, context, services)) ?? context.objectId;
    if (stream !== undefined && !couldOwn(callerOf(request), stream.kind, streamId)) throw resourceMissing(stream.param);
    const prepared = await route.prepare?.(dto, context, services);
    // After whatever may refuse: a key that was made for nothing would stay behind.
    const seal = await this.sealerOf(route.encryptFor?.(dto, context) ?? null, request, leavesNoTrace(route, request));
    const payload = route.payload(dto, context, seal, prepared);
    const location = locationOf(route, context.objectId, context);
    const { service, internalPath } = RESOURCES[resource];
    return { service, type: command, streamId, payload, location, ...waysOf(route, `${internalPath}/${streamId}`, prepared) };
  }

  /**
   * Of a retry whose customer, plan or event is gone by now. The store answers every other retry itself. Rights are those of now, and
   * a secret is shown by the store alone.
   *
   * @throws what kept the order from being made, when there is no answer.
   */
  private async storedAnswer({ secretOf }: Pick<WriteRoute, 'secretOf'>, origin: CommandOrigin, error: unknown): Promise<Reply> {
    const isOfState = error instanceof ApiError && [400, 404, 409].includes(ERRORS[error.code].status);
    const stored = isOfState && secretOf === undefined ? await this.commands.findAnswer(origin) : null;
    if (stored === null) throw error;
    return stored;
  }

  /** What a dry run seals is read once and gone: no key is kept for a customer that never was. */
  private async sealerOf(sealedFor: SealedFor | null, request: FastifyRequest, isDryRun: boolean): Promise<Seal> {
    if (sealedFor === null) return sealNothing;
    const mayCreateKey = sealedFor.mayCreateKey === true && !isDryRun;
    const { accountId } = callerOf(request);
    return sealerFor(this.personalData, accountId, { ...sealedFor, mayCreateKey }, (sealed) => (request.sealedValues ??= []).push(sealed));
  }

  /** @param made what was made for an object, and is taken away when it does not come to be: the request was refused, or is a retry. */
  private async sent(origin: CommandOrigin, order: CommandOrder, made: { objectId: string; discard(): void }): Promise<Reply> {
    try {
      const answer = await this.commands.send(origin, order);
      if (isOfAnotherObject(answer, made.objectId)) made.discard();
      return answer;
    } catch (error) {
      if (isRefusalForGood(error)) made.discard();
      throw error;
    }
  }

  /** Not awaited: a key that stays behind opens nothing, and what was handed over expires. */
  private discard<TDto extends object>(route: WriteRoute<TDto>, dto: TDto, context: WriteContext, request: FastifyRequest): void {
    if (!route.creates) return;
    void route.discard?.(context, this.servicesFor(callerOf(request), false)).catch(() => undefined);
    const sealedFor = route.encryptFor?.(dto, context);
    const id = sealedFor?.mayCreateKey === true ? sealedFor.subjectId : null;
    if (id === null || !context.newIds.has(id)) return;
    void this.personalData.discard({ accountId: context.accountId, id }).catch(() => undefined);
  }

  private async settle(
    route: WriteRoute,
    request: FastifyRequest,
    { context: { accountId, objectId: id }, answer }: { context: WriteContext; answer: Reply },
  ): Promise<Reply | null> {
    const isErased = route.erases?.(JSON.parse(answer.body ?? '{}') as ShownObject) === true;
    if (isErased) await this.personalData.hideErased({ accountId, id });
    return this.outcomeWait.settle(route, request, answer);
  }

  /** In a dry run a service says what it would, and keeps nothing of what it is handed. */
  private servicesFor(caller: Caller, isDryRun: boolean): Services {
    const { queries, personalData } = this;
    return {
      get: async (service, path) => (await queries.get(service, path, caller)).text,
      getUnsealed: async (service, path) => personalData.unseal((await queries.get(service, path, caller)).text, caller.accountId),
      post: async (service, path, body) => (await queries.post(service, isDryRun ? `${path}?dry_run=true` : path, caller, body)).text,
    };
  }

  private claimOf(
    { secretOf, showsSecret }: Pick<WriteRoute, 'secretOf' | 'showsSecret'>,
    request: FastifyRequest,
  ): IdempotencyClaim | null {
    const { method, headers, raw, body } = request;
    const about = { method, path: pathOf(request.url), headers, rawHeaders: raw.rawHeaders, body };
    const isSecret = secretOf !== undefined || showsSecret === true;
    return readIdempotencyClaim({ ...about, ...(isSecret && { callerId: callerOf(request).keyId }) }, this.fingerprints);
  }

  private contextOf(route: WriteRoute, request: FastifyRequest): WriteContext {
    const caller = callerOf(request);
    const { accountId, livemode, rules, user, keyId: callerId } = caller;
    const { clock, random, destinations } = this;
    const nowMs = clock.nowMs();
    const params = request.params as Record<string, string>;
    const { parent } = route;
    if (parent !== undefined && !couldOwn(caller, parent.kind, params[parent.idParam] ?? '')) throw resourceMissing(parent.idParam);
    const newIds = new NewIds((kind) => newId(kind, shardOfAccount(accountId), nowMs, random));
    const mayDo = (scope: Scope): boolean => refusalFor(caller.kind, caller.scopes, scope) === null;
    const chosen = chosenOf(route, request);
    const around = {
      accountId,
      livemode,
      nowMs,
      newIds,
      params,
      random,
      destinations,
      rules,
      mayDo,
      user,
      callerId,
      limits: limitsOf(caller),
      chosen,
    };
    if (route.creates) return { ...around, objectId: newIds.of(route.resource) };
    if (route.isSingleton) return { ...around, objectId: '' };
    const idParam = route.idParam ?? 'id';
    const objectId = params[idParam] ?? '';
    if (!couldOwn(caller, route.resource, objectId)) throw resourceMissing(idParam);
    return { ...around, objectId };
  }
}

function limitsOf({ addresses, expiresAtMs }: Caller): CredentialLimits {
  return { allowedAddresses: addresses?.entries ?? [], expiresAtMs };
}

/** What the query says of a choice, right or wrong (empty when it was sent twice); undefined for nothing. */
function chosenOf({ choice }: Pick<WriteRoute, 'choice'>, { query }: FastifyRequest): string | undefined {
  const word = choice && (query as Record<string, unknown>)[choice.param];
  return word === undefined || typeof word === 'string' ? word : '';
}

/** What a few commands need beside what all have: a way of their own, a secret, the mode of the account. */
function waysOf<TDto extends object>(
  { direct, secretOf, isOfAccount }: WriteRoute<TDto>,
  path: string,
  prepared: unknown,
): Pick<CommandOrder, 'direct' | 'made' | 'livemode'> {
  return {
    ...(direct && { direct: { path: `${path}/${direct.action}`, timeoutMs: direct.timeoutMs } }),
    ...(secretOf && { made: secretOf(prepared) }),
    ...(isOfAccount && { livemode: true }),
  };
}

/** Of a preview alone the object: that nothing is stored its name says. */
function shownOf({ isPreview }: Pick<WriteRoute, 'isPreview'>, answer: Reply): Reply {
  if (isPreview !== true || answer.body === null) return answer;
  return { ...answer, body: JSON.stringify((JSON.parse(answer.body) as { resource: unknown }).resource) };
}

/** Decided, answered, and not stored. */
function leavesNoTrace({ isPreview }: Pick<WriteRoute, 'isPreview'>, request: FastifyRequest): boolean {
  return readDryRun(request) || isPreview === true;
}

function locationOf(route: Pick<WriteRoute, 'resource' | 'locationOf'>, objectId: string, context: WriteContext): string {
  return route.locationOf?.(objectId, context) ?? `${RESOURCES[route.resource].path}/${objectId}`;
}

/**
 * A payer's key belongs to their payment: a publishable key proves nothing, and keys of a merchant, such as `refund-1001`, could be guessed
 * and used up before the merchant sends them.
 */
function claimOfCaller(claim: IdempotencyClaim | null, request: FastifyRequest): IdempotencyClaim | null {
  if (claim === null || callerOf(request).kind !== 'publishable') return claim;
  const { id = '' } = request.params as { id?: string };
  return { ...claim, key: `${id}:${claim.key}` };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/**
 * The key is stored with the answer and shown in events. Beside what the body brings, no request about documents may have a
 * document number for its key; elsewhere a number of an order may look like one.
 *
 * @throws ApiError parameter_invalid; it does not repeat the key.
 */
function refuseSecretKey(claim: IdempotencyClaim | null, { resource }: WriteRoute, secrets: readonly (string | null | undefined)[]): void {
  if (claim === null) return;
  const isHeld = (secret: string): boolean => secret.length >= SECRET_LENGTH_MIN && bareText(claim.key).includes(secret);
  const isDocument = RESOURCES[resource].service === 'kyc' && containsDocumentNumber(claim.key);
  if (!isDocument && !secrets.some((secret) => isHeld(bareText(secret ?? '')))) return;
  const message = 'Idempotency-Key must not contain what the body asks to be kept secret, such as a document number or an OTP.';
  throw new ApiError('parameter_invalid', { param: 'Idempotency-Key', message, reason: 'document_number_not_allowed' });
}

/** Shorter ones stand in keys by chance. */
const SECRET_LENGTH_MIN = 4;

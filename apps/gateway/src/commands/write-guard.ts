import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, Random, RESOURCES, bareText, containsDocumentNumber } from '#contracts';
import type { IdempotencyClaim } from '#contracts';
import { PersonalData } from '#personal-data';
import { destinationRulesOf } from '#service';
import { GatewayConfig } from '../config';
import { ApiError } from '../http/api-error';
import { idOfPath } from '../http/resources';
import { routeOf } from '../http/route-of-handler';
import { pathOfUrl } from '../http/url-path';
import { Fingerprints } from '../idempotency/fingerprints';
import { readIdempotencyClaim } from '../idempotency/idempotency-key';
import { ServiceQueries } from '../queries/service-queries';
import { refusePreconditions } from './preconditions';
import { readWriteBody } from './read-body';
import { WriteCall, type WriteTools } from './write-call';
import type { WriteRoute } from './write-rules';

/** Shorter secrets stand in keys by chance. */
const SECRET_LENGTH_MIN = 4;

/** Reads and checks everything that a write takes from its request, before the handler runs. */
@Injectable()
export class WriteGuard implements CanActivate {
  private readonly tools: WriteTools;

  constructor(
    config: GatewayConfig,
    clock: Clock,
    random: Random,
    personalData: PersonalData,
    queries: ServiceQueries,
    private readonly fingerprints: Fingerprints,
  ) {
    this.tools = { clock, random, personalData, queries, destinations: destinationRulesOf(config) };
  }

  /** @throws ApiError every problem of the body at once; resource_missing for an id of the path; what is wrong with the Idempotency-Key. */
  canActivate(context: ExecutionContext): boolean {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const reply = context.getArgByIndex<FastifyReply>(1);
    const route = routeOf<WriteRoute>(context.getHandler());
    const call = new WriteCall(route, request, reply, this.tools);
    refusePreconditions(route, request);
    const claim = this.readClaim(call);
    call.objectId = objectIdOf(call);
    call.dto = readWriteBody(route, call, { request, reply, mayBeRetry: claim !== null });
    refuseSecretKey(claim, call);
    call.claim = claimOfCaller(claim, call);
    request.usedKey = call.claim?.key ?? null;
    request.call = call;
    return true;
  }

  private readClaim({ request, route, callerId }: WriteCall): IdempotencyClaim | null {
    const { method, headers, raw, body } = request;
    const claimed = { method, path: pathOfUrl(request.url), headers, rawHeaders: raw.rawHeaders, body };
    return readIdempotencyClaim({ ...claimed, ...(route.showsSecret && { callerId }) }, this.fingerprints);
  }
}

/** @throws ApiError resource_missing for a parent, or an object of the path, that cannot be the caller's. */
function objectIdOf({ route, request, newIds }: WriteCall): string {
  const { resource: kind, parent, creates, idParam, isOfOtherAccounts } = route;
  if (parent !== undefined) idOfPath(request, parent);
  return creates ? newIds.of(kind) : idOfPath(request, { kind, idParam, isOfOtherAccounts });
}

/**
 * A payer's key belongs to their payment: a publishable key proves nothing, and keys of a merchant, such as `refund-1001`, could be guessed
 * and used up before the merchant sends them.
 */
function claimOfCaller(claim: IdempotencyClaim | null, { caller, params }: WriteCall): IdempotencyClaim | null {
  if (claim === null || caller.kind !== 'publishable') return claim;
  return { ...claim, key: `${params.id ?? ''}:${claim.key}` };
}

/**
 * The key is stored with the answer and shown in events. No key of a request about documents may hold a document number either;
 * elsewhere a number of an order may look like one.
 *
 * @throws ApiError parameter_invalid; it does not repeat the key.
 */
function refuseSecretKey(claim: IdempotencyClaim | null, { route, dto }: WriteCall): void {
  if (claim === null) return;
  const secrets = route.sensitiveFields?.(dto).map((secret) => bareText(secret ?? '')) ?? [];
  const isInKey = (secret: string): boolean => secret.length >= SECRET_LENGTH_MIN && bareText(claim.key).includes(secret);
  const isDocument = RESOURCES[route.resource].service === 'kyc' && containsDocumentNumber(claim.key);
  if (!isDocument && !secrets.some(isInKey)) return;
  const message = 'Idempotency-Key must not contain what the body asks to be kept secret, such as a document number or an OTP.';
  throw new ApiError('parameter_invalid', { param: 'Idempotency-Key', message, reason: 'document_number_not_allowed' });
}

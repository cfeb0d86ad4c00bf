import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IdempotencyKeyResource } from '#contracts';
import type { Caller } from '../auth/authenticator';
import { kindOf, refusalFor, writeScopeOf } from '../auth/scopes';
import { Commands } from '../commands/commands';
import { Answers, IGNORED_HEADER } from '../docs/answers.decorator';
import { RequireKey, callerOf } from '../http/access';
import { ApiError } from '../http/api-error';
import { checkUnknownParameters, unknownQuery } from '../http/ignored-parameters';
import { invalidRequest } from '../http/invalid-request';
import { resourceMissing } from '../http/resources';
import { KEY } from './idempotency-key';
import { KeysOfAccount } from './keys-of-account';

/** GET /v1/idempotency_keys/{key}: what became of a request whose answer never arrived (docs/reference/api-conventions.md, Idempotency). */
@ApiTags('Idempotency')
@Controller('v1/idempotency_keys')
export class GetIdempotencyKeyController {
  constructor(
    private readonly keys: KeysOfAccount,
    private readonly commands: Commands,
  ) {}

  @Get(':key')
  @RequireKey()
  @ApiOperation({
    summary: 'Ask what became of a request',
    description:
      'A key belongs to one request of the account in one mode, to whichever path it went. While it runs the answer says `in_progress`; a request that was refused leaves nothing.',
  })
  @ApiParam({
    name: 'key',
    description: 'The Idempotency-Key of the request, percent-encoded.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  })
  @Answers({ status: 200, description: 'What is known of the key.', type: IdempotencyKeyResource, headers: IGNORED_HEADER }, [
    'parameter_unknown',
    'resource_missing',
  ])
  async getIdempotencyKey(@Req() request: FastifyRequest<{ Params: { key: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const unknown = checkUnknownParameters(request, reply, unknownQuery(request));
    if (unknown.length > 0) throw invalidRequest(unknown);
    const { key } = request.params;
    if (!KEY.test(key)) throw resourceMissing('key');
    await reply.send(await this.find(key, callerOf(request)));
  }

  /** @throws ApiError resource_missing when no request with the key was accepted; scope_insufficient. */
  private async find(key: string, caller: Caller): Promise<IdempotencyKeyResource> {
    // Looked at before the stores are asked: a request that ends in between is never taken for one that was not made.
    const wasUnderWay = this.commands.isUnderWay(caller, key);
    const used = await this.keys.find(key, caller);
    const about = { object: 'idempotency_key', key, livemode: caller.livemode } as const;
    if (used !== null && used !== 'in_use') {
      refuseStranger(caller, used.id);
      const { object_id, http_status, created_at, result } = used;
      return { ...about, status: 'completed', http_status, object_id, result: withoutSecret(result), created_at };
    }
    if (used === null && !wasUnderWay && !this.commands.isUnderWay(caller, key)) throw resourceMissing('key');
    return { ...about, status: 'in_progress', http_status: null, object_id: null, result: null, created_at: null };
  }
}

/** A key that may make a request may read its answer, and no other key. */
function refuseStranger(caller: Caller, objectId: string): void {
  const kind = kindOf(objectId);
  const scope = kind === undefined ? null : writeScopeOf(kind);
  const refusal = refusalFor(caller.kind, caller.scopes, scope);
  if (refusal !== null) throw new ApiError(refusal, { hint: `The answer of this key needs ${String(scope)}.` });
}

/** Objects whose answer shows a secret this once, and the field of it. */
const SECRET_FIELDS: Readonly<Record<string, string>> = { api_key: 'secret', app: 'client_secret', webhook_endpoint: 'secret' };

/** A look-up tells what became of a request; its secret is shown to who sends the request again. */
function withoutSecret(result: unknown): unknown {
  const { object } = (result ?? {}) as { object?: unknown };
  const field = typeof object === 'string' ? SECRET_FIELDS[object] : undefined;
  return field === undefined ? result : { ...(result as object), [field]: null };
}

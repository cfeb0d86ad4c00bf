import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type HoldKeyPayload, type Refusal, type ReleaseKeyPayload } from '#contracts';
import { EventStore } from '#event-store';
import { answerKey, ownerIn } from '#listing';

const JSON_TYPE = 'application/json; charset=utf-8';
const REFUSALS = { reused: 'idempotency_key_reused', in_use: 'idempotency_key_in_use', busy: 'service_unavailable' } as const;
const INVALID: Refusal = { code: 'parameter_missing' };

/**
 * `/internal/idempotency_keys` for the gateway. This service is the home of all keys of an account: a key that is used at
 * another service is held here first (decision 0022).
 */
@Controller('internal/idempotency_keys')
export class IdempotencyKeysController {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** What the key was used for here; `idempotency_key_in_use` while another service may still accept what it is held for. */
  @Get()
  async findKey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { keyHolds } = this.store;
    const { status, text } = await answerKey(this.store, request, { isHeld: (owner, key) => keyHolds.isHeld(owner, key) });
    await reply.code(status).header('content-type', JSON_TYPE).send(text);
  }

  @Post('hold')
  async holdKey(@Req() { headers, body }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = ownerIn(headers);
    if (owner === undefined) return answer(reply, INVALID);
    // What comes from the gateway was made by it: it has the shape that both sides know.
    const verdict = await this.store.keyHolds.hold(owner, body as HoldKeyPayload);
    await answer(reply, verdict === 'held' ? null : { code: REFUSALS[verdict] });
  }

  @Post('release')
  async releaseKey(@Req() { headers, body }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = ownerIn(headers);
    if (owner === undefined) return answer(reply, INVALID);
    const payload = body as ReleaseKeyPayload;
    if ('commandId' in payload) await this.store.keyHolds.release(owner, payload.commandId);
    else await this.store.keyHolds.releaseAbandoned(owner, payload.abandonedKey);
    await answer(reply, null);
  }
}

async function answer(reply: FastifyReply, refusal: Refusal | null): Promise<void> {
  const status = refusal === null ? 200 : ERRORS[refusal.code].status;
  await reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(refusal ?? {}));
}

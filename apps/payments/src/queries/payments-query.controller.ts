import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { shardOfId } from '#contracts';
import { EventStore, type Snapshot } from '#event-store';
import type { PaymentState } from '../domain/payment/payment';
import { paymentResource, type RenderOptions } from '../render';

/** How the query controller renders what it reads; the same options as the aggregate. */
export const RENDER_OPTIONS = Symbol('render-options');

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * `GET /internal/payments/{id}` for the gateway. The row it reads is written in the commit of the command, so a GET after
 * a POST never misses (architecture.md 1). Account and mode come from the gateway, which has checked the key.
 */
@Controller('internal/payments')
export class PaymentsQueryController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(RENDER_OPTIONS) private readonly options: RenderOptions,
  ) {}

  @Get(':id')
  async getPayment(
    @Param('id') id: string,
    @Headers('x-hundi-account') accountId: string | undefined,
    @Headers('x-hundi-livemode') mode: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!accountId || (mode !== 'true' && mode !== 'false')) return void (await reply.code(400).send({ code: 'parameter_missing' }));
    const livemode = mode === 'true';
    const snapshot = await this.findPayment(id, accountId, livemode);
    if (snapshot !== null) {
      return void (await reply.header('content-type', JSON_TYPE).send(JSON.stringify(paymentResource(snapshot, this.options))));
    }
    const hint = await this.hintFor(id, accountId, livemode);
    await reply.code(404).send({ code: 'resource_missing', ...(hint && { details: { hint, param: 'id' } }) });
  }

  private async findPayment(id: string, accountId: string, livemode: boolean): Promise<Snapshot<PaymentState> | null> {
    if (shardOfId('payment', id) === undefined) return null;
    return (await this.store.findStream(id, accountId, livemode)) as Snapshot<PaymentState> | null;
  }

  /** Mixing modes is a common mistake; only the owner of the object is told (spec/api.md 2.1). */
  private async hintFor(id: string, accountId: string, livemode: boolean): Promise<string | undefined> {
    if (shardOfId('payment', id) === undefined || !(await this.store.existsInOtherMode(id, accountId, livemode))) return undefined;
    const there = livemode ? 'test' : 'live';
    return `The object exists in ${there} mode. Use a ${there} key.`;
  }
}

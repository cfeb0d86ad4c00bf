import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore } from '#event-store';
import { ObjectQueries, answerList, Expansions, ListReader, ownerIn } from '#listing';
import type { RefundState } from '../refund/state';
import { refundResource } from '../refund/render';
import { refundsList } from '../refund/list';

/** `GET /internal/payments/{id}/refunds` for the gateway, which has normalized the query: the list of refunds, filtered. */
@Controller('internal/payments/:id/refunds')
export class PaymentRefundsController {
  private readonly reader: ListReader<RefundState>;

  constructor(
    @Inject(EventStore) store: EventStore,
    @Inject(Expansions) private readonly expansions: Expansions,
    private readonly objects: ObjectQueries,
  ) {
    this.reader = new ListReader(store, refundsList);
  }

  @Get()
  async listPaymentRefunds(@Param('id') id: string, @Req() { url, headers }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = ownerIn(headers);
    if (owner !== undefined && !(await this.objects.exists('payment', id, owner))) {
      return void (await reply.code(404).send({ code: 'resource_missing', details: { param: 'id' } }));
    }
    await answerList({
      reader: this.reader,
      request: { headers, url: `${url}${url.includes('?') ? '&' : '?'}filter.payment_id=${id}` },
      reply,
      render: (snapshots, paths, owner) => this.expansions.expand('refund', snapshots.map(refundResource), paths, owner),
    });
  }
}

import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { answerList, Expansions, ListReader, ObjectQueries, Owner, RefusalError, type ListOwner } from '#listing';
import type { RefundState } from '../refund/state';
import { refundResource } from '../refund/render';
import { refundsList } from '../refund/list';

/** `GET /internal/payments/{id}/refunds` for the gateway, which has normalized the query: the list of refunds, filtered. */
@Controller('internal/payments/:id/refunds')
export class PaymentRefundsController {
  private readonly reader: ListReader<RefundState>;

  constructor(
    store: EventStore,
    private readonly expansions: Expansions,
    private readonly objects: ObjectQueries,
  ) {
    this.reader = new ListReader(store, refundsList);
  }

  @Get()
  async listPaymentRefunds(
    @Param('id') id: string,
    @Owner() owner: ListOwner,
    @Req() { url }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage> {
    if (!(await this.objects.exists('payment', id, owner))) throw new RefusalError('resource_missing', { param: 'id' });
    return answerList({
      reader: this.reader,
      request: { url: `${url}${url.includes('?') ? '&' : '?'}filter.payment_id=${id}` },
      owner,
      reply,
      render: (snapshots, paths) => this.expansions.expand('refund', snapshots.map(refundResource), paths, owner),
    });
  }
}

import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore } from '#event-store';
import { answerList, Expansions, ListReader } from '#listing';
import type { PaymentState } from '../payment/state';
import { paymentResource, type RenderOptions } from '../payment/render';
import { paymentsList } from '../payment/list';
import { RENDER_OPTIONS } from './payments-query.controller';

/** `GET /internal/payments` and `GET /internal/payments/search` for the gateway, which has normalized the query. */
@Controller('internal/payments')
export class PaymentsListController {
  private readonly reader: ListReader<PaymentState>;

  constructor(
    @Inject(EventStore) store: EventStore,
    @Inject(Expansions) private readonly expansions: Expansions,
    @Inject(RENDER_OPTIONS) private readonly options: RenderOptions,
  ) {
    this.reader = new ListReader(store, paymentsList);
  }

  @Get()
  listPayments(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply);
  }

  /** The same: a search is a list with free text in its query. */
  @Get('search')
  searchPayments(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply);
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await answerList({
      reader: this.reader,
      request,
      reply,
      render: (snapshots, paths, owner) => {
        const payments = snapshots.map((snapshot) => paymentResource(snapshot, this.options));
        return this.expansions.expand('payment', payments, paths, owner);
      },
    });
  }
}

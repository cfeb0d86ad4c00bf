import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { SecretHolder } from '../client-secrets/client-secret';
import { closedUnless, formOf } from './checkout.controller';
import { CheckoutService, PageClosedError, type PageExchange, type PageRequest } from './checkout-service';
import { CLOSED_INVOICE_PAGE, renderInvoice } from './invoice-page';
import { FormRoute, PageRoute, sendOn, sendPage } from '../http/page-route';

/** `hosted_url`: where a customer sees an invoice, and goes on to the checkout of its payment. Works without scripts. */
@Controller('invoice')
export class InvoicePageController {
  constructor(private readonly checkout: CheckoutService) {}

  @Get(':id')
  @PageRoute('invoice')
  @ApiOperation({ summary: 'The page of an invoice', operationId: 'getInvoicePage' })
  async getPage(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    const secret = request.query['client_secret'];
    const show = async (): Promise<void> => {
      const holder = this.holderOf({ request, reply }, secret);
      sendPage(reply, renderInvoice({ invoice: await this.checkout.findInvoice(holder), secret: String(secret) }));
    };
    await closedUnless(reply, show, CLOSED_INVOICE_PAGE);
  }

  @Post(':id')
  @FormRoute('invoice')
  @ApiOperation({ summary: 'Pay from the page of an invoice', operationId: 'postInvoicePage' })
  async pay(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    const secret = formOf(request)['client_secret'] ?? '';
    const pay = async (): Promise<void> => {
      const holder = this.holderOf({ request, reply }, secret);
      const problem = await this.checkout.payInvoice(holder, request);
      const invoice = await this.checkout.findInvoice(holder);
      const { status, last_error: error, payment_id: paymentId } = invoice;
      const isPayable = status === 'open' || status === 'uncollectible';
      // A form that was sent twice, or a payment that the customer left: its checkout is still there.
      if (isPayable && error === null && paymentId !== null) return sendOn(reply, this.checkout.checkoutOf(holder, paymentId));
      if (problem === null || !isPayable) return sendOn(reply, `/invoice/${holder.objectId}?client_secret=${secret}`);
      sendPage(reply, renderInvoice({ invoice, secret, problem: problem.message }), 400);
    };
    await closedUnless(reply, pay, CLOSED_INVOICE_PAGE);
  }

  /** A secret of something else opens no invoice. */
  private holderOf(exchange: PageExchange, secret: unknown): SecretHolder {
    const holder = this.checkout.holderOf(exchange, secret);
    if (!holder.objectId.startsWith('inv_')) throw new PageClosedError();
    return holder;
  }
}

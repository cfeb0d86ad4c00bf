import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOutOfDate, isPhone, readCheckoutForm } from './checkout-form';
import { CLOSED_PAGE, renderCheckout } from './checkout-page';
import type { SecretHolder } from '../client-secrets/client-secret';
import { FormRoute, PageRoute, sendOn, sendPage } from '../http/page-route';
import { isPaidOrUnderWay, PageClosedError, CheckoutService, type PageRequest, type Problem } from './checkout-service';

/** `checkout_url`: where a customer chooses how to pay, and pays. Works without scripts. */
@Controller('checkout')
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  @Get(':id')
  @PageRoute()
  @ApiOperation({ summary: 'The checkout page of a payment', operationId: 'getCheckoutPage' })
  async getPage(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    await closedUnless(reply, async () => {
      const secret = request.query['client_secret'];
      const holder = this.checkout.holderOf({ request, reply }, secret);
      sendPage(reply, renderCheckout({ payment: await this.checkout.find(holder), secret: String(secret) }));
    });
  }

  @Post(':id')
  @FormRoute()
  @ApiOperation({ summary: 'Pay from the checkout page', operationId: 'postCheckoutPage' })
  async pay(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    await closedUnless(reply, async () => {
      const form = formOf(request);
      const secret = form['client_secret'] ?? '';
      const holder = this.checkout.holderOf({ request, reply }, secret);
      const problem = await this.act(holder, form, request);
      const payment = problem === null ? null : await this.checkout.find(holder);
      // A form that was sent twice: the first did what the second wanted, and the page shows what came of it.
      if (problem === null || payment === null || isPaidOrUnderWay(payment) || isOutOfDate(form, payment)) {
        return sendOn(reply, `/checkout/${holder.objectId}?client_secret=${secret}`);
      }
      sendPage(reply, renderCheckout({ payment, secret, problem: problem.message }), 400);
    });
  }

  private async act(holder: SecretHolder, form: Readonly<Record<string, string>>, request: FastifyRequest): Promise<Problem | null> {
    if (form['otp'] !== undefined) return this.checkout.submitOtp(holder, form['otp'].trim(), request);
    const read = readCheckoutForm(form, { livemode: holder.livemode, isPhone: isPhone(request.headers) });
    return 'message' in read ? read : this.checkout.confirm(holder, read.payload, request);
  }
}

/** The fields of a form; JSON or nothing is an empty form. */
export function formOf({ body, headers }: PageRequest): Record<string, string> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm && typeof body === 'object' && body !== null ? (body as Record<string, string>) : {};
}

/** Without the right secret there is a page that says so, whether the payment exists or not. */
export async function closedUnless(reply: FastifyReply, show: () => Promise<void>, closedPage = CLOSED_PAGE): Promise<void> {
  try {
    await show();
  } catch (error) {
    if (!(error instanceof PageClosedError)) throw error;
    sendPage(reply, closedPage, 404);
  }
}

import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closedUnless, formOf } from '../checkout.controller';
import type { SecretHolder } from '../../client-secrets/client-secret';
import { FormRoute, PageRoute, sendOn, sendPage } from '../../http/page-route';
import { PageClosedError, CheckoutService, type PageExchange, type PageRequest, type Problem } from '../checkout-service';
import { outcomeOfDecision, renderSandboxPay } from './sandbox-pay-page';

/**
 * The mock bank and UPI app of test mode: where `next_action.url` of a sandbox payment and its checkout lead. The tester
 * plays the payer and their bank.
 */
@Controller('sandbox/pay')
export class SandboxPayController {
  constructor(private readonly checkout: CheckoutService) {}

  @Get(':id')
  @PageRoute()
  @ApiOperation({ summary: 'The mock bank or UPI app of a sandbox payment', operationId: 'getSandboxPayPage' })
  async getPage(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    await closedUnless(reply, () =>
      this.show(reply, this.holderOf({ request, reply }, request.query['client_secret']), String(request.query['client_secret'])),
    );
  }

  @Post(':id')
  @FormRoute()
  @ApiOperation({ summary: 'Act as payer and bank of a sandbox payment', operationId: 'postSandboxPayPage' })
  async decide(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    await closedUnless(reply, async () => {
      const form = formOf(request);
      const secret = form['client_secret'] ?? '';
      const holder = this.holderOf({ request, reply }, secret);
      // A form that was sent twice, or from a page that is out of date, changes nothing: what came of the first is shown.
      const problem = (await this.isWaiting(holder)) ? await this.act(holder, form, request) : null;
      if (problem !== null) return this.show(reply, holder, secret, problem);
      // A wrong password leaves the payer here; anything else is shown at the checkout.
      sendOn(reply, `/${(await this.isWaiting(holder)) ? 'sandbox/pay' : 'checkout'}/${holder.objectId}?client_secret=${secret}`);
    });
  }

  /** There is no such page in live mode. */
  private holderOf(exchange: PageExchange, secret: unknown): SecretHolder {
    const holder = this.checkout.holderOf(exchange, secret);
    if (holder.livemode) throw new PageClosedError();
    return holder;
  }

  private act(holder: SecretHolder, form: Readonly<Record<string, string>>, request: FastifyRequest): Promise<Problem | null> {
    if (form['otp'] !== undefined) return this.checkout.submitOtp(holder, form['otp'].trim(), request);
    const outcome = outcomeOfDecision(form['decision']);
    return outcome === undefined
      ? Promise.resolve({ message: 'Choose one of the buttons.' })
      : this.checkout.simulate(holder, outcome, request);
  }

  private async isWaiting(holder: SecretHolder): Promise<boolean> {
    return (await this.checkout.find(holder)).status === 'requires_action';
  }

  private async show(reply: FastifyReply, holder: SecretHolder, secret: string, problem: Problem | null = null): Promise<void> {
    const payment = await this.checkout.find(holder);
    if (payment.status !== 'requires_action') return sendOn(reply, `/checkout/${payment.id}?client_secret=${secret}`);
    const reason = problem?.message ?? payment.last_error?.message;
    sendPage(reply, renderSandboxPay(payment, secret, reason), problem === null ? 200 : 400);
  }
}

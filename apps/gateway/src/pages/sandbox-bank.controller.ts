import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../docs/html';
import { closedUnless, formOf } from './checkout.controller';
import { otpForm, pageOf } from './checkout-page';
import type { SecretHolder } from '../client-secrets/client-secret';
import { FormRoute, PageRoute, sendOn, sendPage } from './page-route';
import { PageClosedError, Payer, type PageExchange, type PageRequest, type Problem } from './payer';

/** What the tester may let the bank say (spec/india.md 4.1), by the word of the button. */
const OUTCOMES: Readonly<Record<string, string>> = {
  approve: 'approve',
  decline: 'failed',
  cancel: 'payment_cancelled',
  timeout: 'payment_timed_out',
};

/** The mock bank of test mode: where `next_action.url` of a sandbox payment leads. The tester plays customer and bank. */
@Controller('sandbox/pay')
export class SandboxBankController {
  constructor(private readonly payer: Payer) {}

  @Get(':id')
  @PageRoute()
  @ApiOperation({ summary: 'The mock bank page of a sandbox payment', operationId: 'getSandboxBankPage' })
  async getPage(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    await closedUnless(reply, () =>
      this.show(reply, this.holderOf({ request, reply }, request.query['client_secret']), String(request.query['client_secret'])),
    );
  }

  @Post(':id')
  @FormRoute()
  @ApiOperation({ summary: 'Act as customer and bank of a sandbox payment', operationId: 'postSandboxBankPage' })
  async decide(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    await closedUnless(reply, async () => {
      const form = formOf(request);
      const secret = form['client_secret'] ?? '';
      const holder = this.holderOf({ request, reply }, secret);
      const problem = await this.act(holder, form, request);
      if (problem !== null) return this.show(reply, holder, secret, problem);
      const { status } = await this.payer.find(holder);
      // A wrong password leaves the customer here; anything else is told where they came from.
      sendOn(reply, `/${status === 'requires_action' ? 'sandbox/pay' : 'checkout'}/${holder.objectId}?client_secret=${secret}`);
    });
  }

  /** There is no mock bank in live mode. */
  private holderOf(exchange: PageExchange, secret: unknown): SecretHolder {
    const holder = this.payer.holderOf(exchange, secret);
    if (holder.livemode) throw new PageClosedError();
    return holder;
  }

  private act(holder: SecretHolder, form: Readonly<Record<string, string>>, request: FastifyRequest): Promise<Problem | null> {
    if (form['otp'] !== undefined) return this.payer.submitOtp(holder, form['otp'].trim(), request);
    const outcome = OUTCOMES[form['decision'] ?? ''];
    return outcome === undefined
      ? Promise.resolve({ message: 'Choose what the bank says.' })
      : this.payer.simulate(holder, outcome, request);
  }

  private async show(reply: FastifyReply, holder: SecretHolder, secret: string, problem?: Problem): Promise<void> {
    const payment = await this.payer.find(holder);
    if (payment.status !== 'requires_action' && problem === undefined)
      return sendOn(reply, `/checkout/${payment.id}?client_secret=${secret}`);
    const reason = problem?.message ?? payment.last_error?.message;
    const alert = reason === undefined ? '' : `<p role="alert"><strong>${escapeHtml(reason)}</strong></p>`;
    const path = `/sandbox/pay/${payment.id}`;
    const otp = payment.payment_method === 'card' ? `<h2>With a one-time password</h2>${otpForm(path, secret)}` : '';
    const buttons = Object.keys(OUTCOMES).map((word) => `<button name="decision" value="${word}">${word}</button>`);
    const form = `<form method="post" action="${path}"><input type="hidden" name="client_secret" value="${escapeHtml(secret)}">${buttons.join(' ')}</form>`;
    sendPage(
      reply,
      pageOf(payment, `<p>The mock bank of the sandbox. What does it say?</p>${alert}${form}${otp}`),
      problem === undefined ? 200 : 400,
    );
  }
}

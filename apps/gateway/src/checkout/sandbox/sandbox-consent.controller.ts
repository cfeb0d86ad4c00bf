import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closedUnless, formOf } from '../checkout.controller';
import type { SecretHolder } from '../../client-secrets/client-secret';
import { CLOSED_CONSENT_PAGE, renderConsent } from './consent-page';
import { FormRoute, PageRoute, sendOn, sendPage } from '../../http/page-route';
import { PageClosedError, CheckoutService, type PageExchange, type PageRequest, type Problem } from '../checkout-service';

/** Whether consent is given, by the word of the button. */
const DECISIONS: Readonly<Record<string, boolean>> = { approve: true, deny: false };

/** The mock DigiLocker of test mode: where `next_action.url` of a sandbox verification leads. The tester plays the customer. */
@Controller('sandbox/kyc')
export class SandboxConsentController {
  constructor(private readonly checkout: CheckoutService) {}

  @Get(':id')
  @PageRoute('verification')
  @ApiOperation({ summary: 'The mock consent page of a sandbox verification', operationId: 'getSandboxConsentPage' })
  async getPage(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    const secret = request.query['client_secret'];
    await closedUnless(reply, () => this.show(reply, this.holderOf({ request, reply }, secret), String(secret)), CLOSED_CONSENT_PAGE);
  }

  @Post(':id')
  @FormRoute('verification')
  @ApiOperation({ summary: 'Give or deny consent at the mock page', operationId: 'postSandboxConsentPage' })
  async decide(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = formOf(request);
    const secret = form['client_secret'] ?? '';
    const answer = async (): Promise<void> => {
      const holder = this.holderOf({ request, reply }, secret);
      const problem = await this.act(holder, form['decision'] ?? '', request);
      if (problem !== null) return this.show(reply, holder, secret, problem);
      sendOn(reply, `/sandbox/kyc/${holder.objectId}?client_secret=${secret}`);
    };
    await closedUnless(reply, answer, CLOSED_CONSENT_PAGE);
  }

  /** There is no mock page in live mode, and none for a payment. */
  private holderOf(exchange: PageExchange, secret: unknown): SecretHolder {
    const holder = this.checkout.holderOf(exchange, secret);
    if (holder.livemode || !holder.objectId.startsWith('kyc_')) throw new PageClosedError();
    return holder;
  }

  private async act(holder: SecretHolder, decision: string, request: FastifyRequest): Promise<Problem | null> {
    const isGiven = Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined;
    return isGiven === undefined ? { message: 'Choose what the customer says.' } : this.checkout.answerConsent(holder, isGiven, request);
  }

  private async show(reply: FastifyReply, holder: SecretHolder, secret: string, problem?: Problem): Promise<void> {
    const verification = await this.checkout.findVerification(holder);
    sendPage(
      reply,
      renderConsent({ verification, secret, ...(problem && { problem: problem.message }) }),
      problem === undefined ? 200 : 400,
    );
  }
}

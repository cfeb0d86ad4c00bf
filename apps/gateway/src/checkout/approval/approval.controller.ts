import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MandateOutcome } from '#contracts';
import type { SecretHolder } from '../../client-secrets/client-secret';
import { closedUnless, formOf } from '../checkout.controller';
import { CheckoutService, PageClosedError, type PageExchange, type PageRequest, type Problem } from '../checkout-service';
import { FormRoute, PageRoute, sendOn, sendPage } from '../../http/page-route';
import { CLOSED_APPROVAL_PAGE, renderApproval } from './approval-page';
import { Approvals } from './approvals';

/** What the payer says, by the word of the button. */
const DECISIONS: Readonly<Record<string, MandateOutcome>> = { approve: 'approved', decline: 'declined' };

/**
 * `short_url`: where a payer sees what they agree to. In test mode they agree here, elsewhere they are led to their app or to the page of
 * the processor. Works without scripts.
 */
@Controller('authorize')
export class ApprovalController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly approvals: Approvals,
  ) {}

  @Get(':id')
  @PageRoute('mandate or subscription')
  @ApiOperation({ summary: 'The page on which a payer agrees to debits', operationId: 'getApprovalPage' })
  async getPage(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    const secret = request.query['client_secret'];
    const answer = async (): Promise<void> => {
      const holder = this.holderOf({ request, reply }, secret);
      await this.approvals.registerAgain(holder, request);
      await this.show(reply, holder, String(secret));
    };
    await closedUnless(reply, answer, CLOSED_APPROVAL_PAGE);
  }

  @Post(':id')
  @FormRoute('mandate or subscription')
  @ApiOperation({ summary: 'Choose a method, or agree or decline as the payer of a sandbox mandate', operationId: 'postApprovalPage' })
  async decide(@Req() request: PageRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = formOf(request);
    const secret = form['client_secret'] ?? '';
    const answer = async (): Promise<void> => {
      const holder = this.holderOf({ request, reply }, secret);
      const problem = await this.act(holder, form, request);
      if (problem !== null) return this.show(reply, holder, secret, problem);
      sendOn(reply, `/authorize/${holder.objectId}?client_secret=${secret}`);
    };
    await closedUnless(reply, answer, CLOSED_APPROVAL_PAGE);
  }

  /** A secret of something else opens no mandate. */
  private holderOf(exchange: PageExchange, secret: unknown): SecretHolder {
    const holder = this.checkout.holderOf(exchange, secret);
    if (!/^(?:mandate|sub)_/.test(holder.objectId)) throw new PageClosedError();
    return holder;
  }

  /** With real money the payer agrees at their bank, never here. */
  private async act(holder: SecretHolder, form: Readonly<Record<string, string>>, request: FastifyRequest): Promise<Problem | null> {
    if (form['payment_method'] !== undefined && holder.objectId.startsWith('sub_')) return this.approvals.choose(holder, form, request);
    const { decision = '' } = form;
    const outcome = Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined;
    if (holder.livemode || outcome === undefined) return { message: 'Choose one of the buttons.' };
    return this.approvals.answer(holder, outcome, request);
  }

  private async show(reply: FastifyReply, holder: SecretHolder, secret: string, problem: Problem | null = null): Promise<void> {
    const page = renderApproval({ ...(await this.approvals.find(holder)), id: holder.objectId, secret, problem: problem?.message ?? null });
    sendPage(reply, page, problem === null ? 200 : 400);
  }
}

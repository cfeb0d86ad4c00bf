import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  DecidedObject,
  DecideReviewDto,
  HeldMoneyList,
  ID_PREFIX,
  ResolveMoneyDto,
  toSeconds,
  WaitingReviewList,
  type HeldMoneyResource,
  type WaitingReviewResource,
} from '#contracts';
import type { QueryReader } from '../../lists/query-reader';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { readQuery } from '../http/page-query';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { operatorOf, refuseWithoutFactor } from './operator-access';
import { OperatorDecisions, type ListedMoney, type ListedReview } from './operator-decisions';

const REVIEW = new BodyReader(DecideReviewDto);
const MONEY = new BodyReader(ResolveMoneyDto);
const REVIEW_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;
const MONEY_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;
const ERRORS = ['resource_missing', 'second_factor_missing', 'state_conflict', 'outcome_unknown'] as const;
const DAYS_MAX = 3_650;
const DAYS = 30;

/** What waits for a person, in whichever account: verifications, and money whose outcome is not clear. */
@Controller('dashboard/api/operator')
export class OperatorDecisionsController {
  constructor(private readonly decisions: OperatorDecisions) {}

  /** GET /dashboard/api/operator/kyc_reviews */
  @Get('kyc_reviews')
  @PersonRoute({ needs: 'operator', summary: 'Verifications that wait for a person, the oldest first', answer: WaitingReviewList })
  async listReviews(@Res() reply: FastifyReply): Promise<void> {
    const { reviews, hasMore } = await this.decisions.listReviews();
    await sendJson(reply, { data: reviews.map(reviewResource), has_more: hasMore } satisfies WaitingReviewList);
  }

  /** POST /dashboard/api/operator/kyc_reviews/{id}/decide */
  @Post('kyc_reviews/:id/decide')
  @PersonRoute({
    ...{ needs: 'operator_step_up', summary: 'Decide a verification', body: DecideReviewDto, answer: DecidedObject, params: [REVIEW_ID] },
    errors: ERRORS,
  })
  async decideReview(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { decision, reason_code: because, note } = readBody(REVIEW, request, reply);
    const owner = await this.decisions.ownerOf('kyc_reviews', id);
    refuseWithoutFactor(request, owner.livemode);
    const by = operatorOf(request);
    const payload = { by: by.userId, note, as: decision, ...(because && { because }) };
    await sendJson(reply, await this.decisions.decide({ type: 'kyc.decide', streamId: id, ...owner, payload }, by));
  }

  /** GET /dashboard/api/operator/held_money */
  @Get('held_money')
  @ApiQuery({
    ...{ name: 'days', required: false, description: 'Refunds that are pending for fewer days are left out.' },
    schema: { type: 'integer', minimum: 0, maximum: DAYS_MAX, default: DAYS },
  })
  @PersonRoute({
    ...{ needs: 'operator', summary: 'Money that waits for a person, the oldest first', answer: HeldMoneyList },
    errors: ['parameter_invalid', 'parameter_unknown'],
  })
  async listHeldMoney(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { held, hasMore } = await this.decisions.listHeldMoney(readQuery(request, readDays));
    await sendJson(reply, { data: held.map(moneyResource), has_more: hasMore } satisfies HeldMoneyList);
  }

  /** POST /dashboard/api/operator/held_money/{id}/resolve */
  @Post('held_money/:id/resolve')
  @PersonRoute({
    ...{ needs: 'operator_step_up', summary: 'Say what became of held money', body: ResolveMoneyDto, answer: DecidedObject },
    ...{ params: [MONEY_ID], errors: ERRORS },
  })
  async resolveMoney(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { decision, note, amount, utr } = readBody(MONEY, request, reply);
    const owner = await this.decisions.ownerOf('held_money', id);
    refuseWithoutFactor(request, owner.livemode);
    const by = operatorOf(request);
    const type = id.startsWith(`${ID_PREFIX.refund}_`) ? 'refunds.resolve' : 'payments.resolve';
    const payload = { by: by.userId, note, as: decision, ...(amount && { amount }), ...(utr && { utr }) };
    await sendJson(reply, await this.decisions.decide({ type, streamId: id, ...owner, payload }, by));
  }
}

function readDays(reader: QueryReader): number {
  const text = reader.one('days');
  if (text === null) return DAYS;
  if (/^\d{1,4}$/.test(text) && Number(text) <= DAYS_MAX) return Number(text);
  reader.refuse('days', 'parameter_invalid', `must be an integer from 0 to ${DAYS_MAX}.`);
  return DAYS;
}

function reviewResource({ reason, createdAtMs, ...review }: ListedReview): WaitingReviewResource {
  const { id, livemode, accountId, customerId, documentType, nameMatchScore, provider, providerReference } = review;
  return {
    ...{ id, livemode, account_id: accountId, customer_id: customerId, document_type: documentType, reason_code: reason },
    ...{ name_match_score: nameMatchScore, provider, provider_reference: providerReference, created_at: toSeconds(createdAtMs) },
  };
}

function moneyResource({ accountId, createdAtMs, ...held }: ListedMoney): HeldMoneyResource {
  const { id, livemode, why, status, amount, currency } = held;
  return { id, livemode, account_id: accountId, why, status, amount, currency, created_at: toSeconds(createdAtMs) };
}

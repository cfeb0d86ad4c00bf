import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CloseAccountDto, HandOverDto, NewAccountDto, RequestLiveDto, SessionAnswer } from '#contracts';
import { GatewayConfig } from '../../config';
import { sessionOf } from '../../http/access';
import { ApiError } from '../../http/api-error';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { SessionAnswers } from '../sessions/session-answers';
import { AccountCommands } from './account-commands';
import { MemberAccess } from './member-access';
import { RecurringMoney } from './recurring-money';

const ACCOUNT = new BodyReader(NewAccountDto);
const HAND_OVER = new BodyReader(HandOverDto);
const LIVE = new BodyReader(RequestLiveDto);
const CLOSE = new BodyReader(CloseAccountDto);
const OWNER_ERRORS = ['resource_missing', 'role_insufficient', 'parameter_missing', 'account_suspended', 'lock_timeout'] as const;

/** What people do with whole accounts, each as its owner. */
@Controller('dashboard/api')
export class AccountOfPeopleController {
  constructor(
    private readonly access: MemberAccess,
    private readonly accounts: AccountCommands,
    private readonly answers: SessionAnswers,
    private readonly config: GatewayConfig,
    private readonly recurringMoney: RecurringMoney,
  ) {}

  /** POST /dashboard/api/accounts: another one of the same person. */
  @Post('accounts')
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Make another account', body: NewAccountDto, answer: SessionAnswer },
    errors: ['role_insufficient'],
  })
  async createAccount(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const session = sessionOf(request);
    if (this.config.signup !== 'open' && !session.isOperator) {
      throw new ApiError('role_insufficient', { message: 'Only operators make accounts in this Hundi.' });
    }
    const by = { userId: session.userId, ip: request.ip, requestId: request.id };
    const accountId = await this.accounts.create(readBody(ACCOUNT, request, reply).name, by);
    const firstKeys = await this.accounts.firstKeys(accountId, by);
    await sendJson(reply, { ...(await this.answers.of(request, session)), first_keys: firstKeys });
  }

  /** POST /dashboard/api/account/request_live: an operator decides about it. */
  @Post('account/request_live')
  @PersonRoute({
    needs: 'step_up',
    summary: 'Ask for live mode',
    body: RequestLiveDto,
    answer: SessionAnswer,
    errors: [...OWNER_ERRORS, 'url_invalid'],
  })
  async requestLive(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { legal_name: legalName, website } = readBody(LIVE, request, reply);
    const { accountId, by } = await this.access.accountOf(request, ['owner']);
    await this.accounts.execute({ type: 'accounts.request_live', accountId, payload: { legalName, website, by: by.userId }, by });
    await this.answer(request, reply);
  }

  /** POST /dashboard/api/account/hand_over: the owner is an admin from then on. */
  @Post('account/hand_over')
  @PersonRoute({ needs: 'step_up', summary: 'Hand the account over', body: HandOverDto, answer: SessionAnswer, errors: OWNER_ERRORS })
  async handOverAccount(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { user_id: userId } = readBody(HAND_OVER, request, reply);
    const { accountId, by } = await this.access.accountOf(request, ['owner']);
    await this.accounts.execute({ type: 'accounts.hand_over', accountId, payload: { userId, by: by.userId }, by });
    await this.answer(request, reply);
  }

  /** POST /dashboard/api/account/close: for good. Keys, tokens and connections end; members go on reading. */
  @Post('account/close')
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Close the account', body: CloseAccountDto, answer: SessionAnswer },
    errors: [...OWNER_ERRORS, 'state_conflict'],
  })
  async closeAccount(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { name } = readBody(CLOSE, request, reply);
    const { accountId, by } = await this.access.accountOf(request, ['owner']);
    await this.recurringMoney.refuseWhileGoingOn(accountId);
    await this.accounts.execute({ type: 'accounts.close', accountId, payload: { name, by: by.userId }, by });
    await this.answer(request, reply);
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await sendJson(reply, await this.answers.of(request, sessionOf(request)));
  }
}

import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AcceptedAnswer, ClaimDto, SessionAnswer, SignInAnswer, SignUpDto, VerifyEmailDto } from '#contracts';
import { GatewayConfig } from '../../config';
import { ApiError } from '../../http/api-error';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { AfterAnswer } from '../http/after-answer';
import { Cookies } from '../http/cookies';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { SessionAnswers } from '../sessions/session-answers';
import { Sessions } from '../sessions/sessions';
import { UserChanges } from '../users/user-changes';
import { SignInLimits } from '../sign-in/sign-in-limits';
import { SignUps } from './sign-ups';

const SIGN_UP = new BodyReader(SignUpDto);
const VERIFY = new BodyReader(VerifyEmailDto);
const CLAIM = new BodyReader(ClaimDto);
const PASSWORD_ERRORS = ['password_too_short', 'password_too_common'] as const;

/** How people come to be. */
@Controller('dashboard/api')
export class SignUpController {
  constructor(
    private readonly signUps: SignUps,
    private readonly changes: UserChanges,
    private readonly answers: SessionAnswers,
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
    private readonly limits: SignInLimits,
    private readonly afterwards: AfterAnswer,
    private readonly config: GatewayConfig,
  ) {}

  /** POST /dashboard/api/sign_up: the same answer for every address. */
  @Post('sign_up')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Sign up', body: SignUpDto, status: 202, answer: AcceptedAnswer },
    errors: [...PASSWORD_ERRORS, 'email_invalid', 'route_unknown'],
  })
  async signUp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (this.config.signup !== 'open') throw new ApiError('route_unknown');
    const body = readBody(SIGN_UP, request, reply);
    await this.limits.admitMailing(request, 'sign_up');
    await this.signUps.check(body);
    await sendJson(reply, { accepted: true } satisfies AcceptedAnswer, 202);
    await this.afterwards.run(() => this.signUps.begin(body));
  }

  /** POST /dashboard/api/verify_email: of a sign-up, with the password, or of a new address. */
  @Post('verify_email')
  @PersonRoute({
    needs: 'nothing',
    summary: 'Open the link of a mail',
    body: VerifyEmailDto,
    answer: SignInAnswer,
    errors: [...PASSWORD_ERRORS, 'link_invalid', 'session_missing'],
  })
  async verifyEmail(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = readBody(VERIFY, request, reply);
    const session = await this.sessions.findIfThere(this.cookies.session(request));
    const userId = await this.changes.completeEmail(body.token, request, session?.id);
    if (userId === undefined) return sendJson(reply, await this.signUps.complete(body, { request, reply }));
    await sendJson(reply, session?.userId === userId ? await this.answers.of(request, session) : {});
  }

  /** POST /dashboard/api/claim: the account that was there before anybody. */
  @Post('claim')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Claim the first account', body: ClaimDto, answer: SessionAnswer },
    errors: [...PASSWORD_ERRORS, 'email_invalid', 'link_invalid', 'session_missing'],
  })
  async claimAccount(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, await this.signUps.claim(readBody(CLAIM, request, reply), { request, reply }));
  }
}

import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AcceptedAnswer,
  DoneAnswer,
  EmailDto,
  PasskeyDto,
  PasskeyOptionsAnswer,
  ResetPasswordDto,
  SecondFactorDto,
  SignInAnswer,
  SignInDto,
  SignInLinkDto,
  SignInOptionsDto,
} from '#contracts';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { AfterAnswer } from '../http/after-answer';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { UserChanges } from '../users/user-changes';
import { LinkSignIns } from './link-sign-ins';
import { PasskeySignIns } from './passkey-sign-ins';
import { SignInLimits } from './sign-in-limits';
import { SignIns } from './sign-ins';

const SIGN_IN = new BodyReader(SignInDto);
const FACTOR = new BodyReader(SecondFactorDto);
const OPTIONS = new BodyReader(SignInOptionsDto);
const PASSKEY = new BodyReader(PasskeyDto);
const LINK = new BodyReader(SignInLinkDto);
const EMAIL = new BodyReader(EmailDto);
const RESET = new BodyReader(ResetPasswordDto);

/** How people come in, and back in. */
@Controller('dashboard/api')
export class SignInController {
  constructor(
    private readonly signIns: SignIns,
    private readonly links: LinkSignIns,
    private readonly passkeys: PasskeySignIns,
    private readonly changes: UserChanges,
    private readonly limits: SignInLimits,
    private readonly afterwards: AfterAnswer,
  ) {}

  /** POST /dashboard/api/sign_in */
  @Post('sign_in')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Sign in', body: SignInDto, answer: SignInAnswer },
    errors: ['credentials_invalid', 'email_invalid', 'session_missing'],
  })
  async signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, await this.signIns.withPassword(readBody(SIGN_IN, request, reply), { request, reply }));
  }

  /** POST /dashboard/api/sign_in/second_factor */
  @Post('sign_in/second_factor')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Send the second factor', body: SecondFactorDto, answer: SignInAnswer },
    errors: ['code_invalid', 'passkey_invalid', 'passkeys_unavailable', 'session_missing'],
  })
  async sendSecondFactor(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, await this.signIns.withFactor(readBody(FACTOR, request, reply), { request, reply }));
  }

  /** POST /dashboard/api/sign_in/passkey/options: with a flow for its second half, without one for a sign-in by passkey alone. */
  @Post('sign_in/passkey/options')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Begin a sign-in by passkey', body: SignInOptionsDto, answer: PasskeyOptionsAnswer },
    errors: ['passkeys_unavailable', 'session_missing'],
  })
  async beginPasskeySignIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const options = await this.passkeys.options(readBody(OPTIONS, request, reply), { request, reply });
    await sendJson(reply, { options } satisfies PasskeyOptionsAnswer);
  }

  /** POST /dashboard/api/sign_in/passkey: it is both factors. */
  @Post('sign_in/passkey')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Sign in by passkey', body: PasskeyDto, answer: SignInAnswer },
    errors: ['passkey_invalid', 'passkeys_unavailable', 'session_missing'],
  })
  async signInByPasskey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, await this.passkeys.signIn(readBody(PASSKEY, request, reply), { request, reply }));
  }

  /** POST /dashboard/api/sign_in/link: with an address it mails a link, with the token of the link it signs in. */
  @Post('sign_in/link')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Sign in by mail', body: SignInLinkDto, answer: SignInAnswer },
    errors: ['link_invalid', 'email_invalid', 'session_missing'],
  })
  async signInByLink(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { email, token } = readBody(LINK, request, reply);
    if (token) return sendJson(reply, await this.links.signIn(token, { request, reply }));
    if (email) await this.limits.admitMailing(request, 'mail_request');
    await sendJson(reply, {});
    if (email) await this.afterwards.run(() => this.links.request(email));
  }

  /** POST /dashboard/api/password/reset: the same answer for every address. */
  @Post('password/reset')
  @PersonRoute({
    ...{
      needs: 'nothing',
      summary: 'Ask for a new password',
      body: EmailDto,
      status: 202,
      answer: AcceptedAnswer,
      errors: ['email_invalid'],
    },
  })
  async requestReset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { email } = readBody(EMAIL, request, reply);
    await this.limits.admitMailing(request, 'mail_request');
    await sendJson(reply, { accepted: true } satisfies AcceptedAnswer, 202);
    await this.afterwards.run(() => this.changes.requestReset(email));
  }

  /** POST /dashboard/api/password/reset/confirm: all sessions end. */
  @Post('password/reset/confirm')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Choose a new password', body: ResetPasswordDto, answer: DoneAnswer },
    errors: ['password_too_short', 'password_too_common', 'link_invalid', 'session_missing'],
  })
  async resetPassword(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.changes.resetPassword(readBody(RESET, request, reply), request);
    await sendJson(reply, { done: true } satisfies DoneAnswer);
  }
}

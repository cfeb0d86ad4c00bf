import { Controller, Delete, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AcceptedAnswer,
  CodeDto,
  DoneAnswer,
  NewEmailDto,
  PasswordDto,
  RecoveryCodesAnswer,
  TotpAnswer,
  UpdateUserDto,
  UserResource,
} from '#contracts';
import { sessionOf } from '../../http/access';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import type { ChangingPerson } from '../second-factor/factor-changes';
import { SecondFactors } from '../second-factor/second-factors';
import { UserChanges } from './user-changes';
import { Users } from './users';

const USER = new BodyReader(UpdateUserDto);
const PASSWORD = new BodyReader(PasswordDto);
const EMAIL = new BodyReader(NewEmailDto);
const CODE = new BodyReader(CodeDto);
const DONE: DoneAnswer = { done: true };

/** What people change of themselves. */
@Controller('dashboard/api/user')
export class UserController {
  constructor(
    private readonly users: Users,
    private readonly changes: UserChanges,
    private readonly factors: SecondFactors,
  ) {}

  /** PATCH /dashboard/api/user */
  @Patch()
  @PersonRoute({ needs: 'session', summary: 'Change what is shown of you', body: UpdateUserDto, answer: UserResource })
  async updateUser(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, await this.changes.update(sessionOf(request).userId, readBody(USER, request, reply)));
  }

  /** POST /dashboard/api/user/password: all other sessions end. */
  @Post('password')
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Change your password', body: PasswordDto, answer: DoneAnswer },
    errors: ['password_too_short', 'password_too_common'],
  })
  async changePassword(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.changes.changePassword(changing(request), readBody(PASSWORD, request, reply).password);
    await sendJson(reply, DONE);
  }

  /** POST /dashboard/api/user/email: the new one counts from its link on. */
  @Post('email')
  @PersonRoute({
    ...{
      needs: 'step_up',
      summary: 'Change your address',
      body: NewEmailDto,
      status: 202,
      answer: AcceptedAnswer,
      errors: ['email_invalid'],
    },
  })
  async changeEmail(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.changes.requestEmail(sessionOf(request).userId, readBody(EMAIL, request, reply).email);
    await sendJson(reply, { accepted: true } satisfies AcceptedAnswer, 202);
  }

  /** POST /dashboard/api/user/totp */
  @Post('totp')
  @PersonRoute({ needs: 'step_up', summary: 'Begin a second factor', answer: TotpAnswer, errors: ['state_conflict'] })
  async beginTotp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const user = await this.users.get(sessionOf(request).userId);
    await sendJson(reply, { otpauth_uri: await this.factors.begin(user) } satisfies TotpAnswer);
  }

  /** POST /dashboard/api/user/totp/confirm: with its first code. All other sessions end. */
  @Post('totp/confirm')
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Confirm a second factor', body: CodeDto, answer: RecoveryCodesAnswer, errors: ['code_invalid'] },
  })
  async confirmTotp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const codes = await this.factors.confirm(changing(request), readBody(CODE, request, reply).code);
    await sendJson(reply, { recovery_codes: codes } satisfies RecoveryCodesAnswer);
  }

  /** DELETE /dashboard/api/user/totp: all other sessions end. */
  @Delete('totp')
  @PersonRoute({ needs: 'step_up', summary: 'Remove the second factor', answer: DoneAnswer })
  async removeTotp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.factors.remove(changing(request));
    await sendJson(reply, DONE);
  }

  /** POST /dashboard/api/user/recovery_codes: in place of those before. */
  @Post('recovery_codes')
  @PersonRoute({ needs: 'step_up', summary: 'Make new recovery codes', answer: RecoveryCodesAnswer })
  async renewRecoveryCodes(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const codes = await this.factors.renewRecoveryCodes(changing(request));
    await sendJson(reply, { recovery_codes: codes } satisfies RecoveryCodesAnswer);
  }
}

function changing(request: FastifyRequest): ChangingPerson {
  return { session: sessionOf(request), request };
}

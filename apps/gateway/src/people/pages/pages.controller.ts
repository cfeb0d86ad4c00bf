import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAnswer } from '#contracts';
import { GatewayConfig } from '../../config';
import { OpenAnswers, STANDARD_HEADERS } from '../../docs/answers.decorator';
import { Operation } from '../../docs/route-docs';
import { OpenRoute, sessionOf } from '../../http/access';
import { ApiError } from '../../http/api-error';
import { PublicUrl } from '../../http/public-url';
import { Cookies } from '../http/cookies';
import { Mailbox } from '../mails/mailbox';
import { SessionAnswers } from '../sessions/session-answers';
import { Sessions } from '../sessions/sessions';
import { renderClaimPage } from './claim-page';
import { renderInvitationPage } from './invitation-page';
import { renderMailboxPage } from './mailbox-page';
import { PAGE_ASSETS } from './page-assets';
import type { PageReader } from './page-frame';
import { LeadsToSignIn, PageForPeople, sendPage } from './page-route.decorator';
import { renderResetPage, renderResetRequestPage } from './password-pages';
import { returnPath } from './return-path';
import { renderSignInPage } from './sign-in-page';
import { renderSignUpPage } from './sign-up-page';
import { renderStartPage } from './start-page';
import { renderVerifyEmailPage } from './verify-email-page';

const text = { type: 'string' };

/** The pages of people: small, and only what an account needs. Their scripts call the API below /dashboard/api. */
@Controller('dashboard')
export class PagesController {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
    private readonly answers: SessionAnswers,
    private readonly mailbox: Mailbox,
    private readonly config: GatewayConfig,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** GET /dashboard */
  @Get()
  @PageForPeople('The start page')
  @LeadsToSignIn()
  async getStartPage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const session = await this.findSession(request);
    if (session === null) return void reply.code(303).header('location', '/dashboard/sign_in').send();
    sendPage(reply, renderStartPage(session, readerOf(session)));
  }

  /** GET /dashboard/claim: the link that the first start prints. */
  @Get('claim')
  @PageForPeople('The page that claims the first account')
  getClaimPage(@Res() reply: FastifyReply): void {
    sendPage(reply, renderClaimPage());
  }

  /** GET /dashboard/sign_up */
  @Get('sign_up')
  @PageForPeople('The sign-up')
  getSignUpPage(@Res() reply: FastifyReply): void {
    sendPage(reply, renderSignUpPage(this.isSignUpOpen));
  }

  /** GET /dashboard/verify_email: the link of a sign-up, or of a new address. */
  @Get('verify_email')
  @PageForPeople('The page that confirms an address')
  getVerifyEmailPage(@Res() reply: FastifyReply): void {
    sendPage(reply, renderVerifyEmailPage());
  }

  /** GET /dashboard/sign_in: also the mailed link. */
  @Get('sign_in')
  @PageForPeople('The sign-in')
  @ApiQuery({ name: 'return_to', required: false, description: 'Where it leads to: a path of this Hundi.', schema: text })
  async getSignInPage(@Query('return_to') returnTo: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const reader = await this.findReader(request);
    sendPage(reply, renderSignInPage({ returnTo: returnPath(returnTo), isSignUpOpen: this.isSignUpOpen, reader }));
  }

  /** GET /dashboard/password/reset */
  @Get('password/reset')
  @PageForPeople('The page that asks for a new password')
  getResetRequestPage(@Res() reply: FastifyReply): void {
    sendPage(reply, renderResetRequestPage());
  }

  /** GET /dashboard/reset_password: the mailed link. */
  @Get('reset_password')
  @PageForPeople('The page on which a new password is chosen')
  getResetPage(@Res() reply: FastifyReply): void {
    sendPage(reply, renderResetPage());
  }

  /** GET /dashboard/invitation: the mailed link. */
  @Get('invitation')
  @PageForPeople('The page that accepts an invitation')
  async getInvitationPage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendPage(reply, renderInvitationPage(await this.findReader(request)));
  }

  /** GET /dashboard/mailbox: for everybody else there is no such page. */
  @Get('mailbox')
  @PageForPeople('The latest mails', 'operator_step_up')
  async getMailboxPage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const reader = readerOf(await this.answers.of(request, sessionOf(request)));
    sendPage(reply, renderMailboxPage({ mails: await this.mailbox.read(request), reader, publicUrl: this.publicUrl.toString() }));
  }

  /** GET /dashboard/assets/{file} */
  @Get('assets/:file')
  @OpenRoute()
  @Operation({ summary: 'A file of the pages' })
  @ApiParam({ name: 'file', schema: { type: 'string', enum: PAGE_ASSETS.names } })
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'The `ETag` of the copy you have.', schema: text })
  @OpenAnswers({ status: 200, description: 'The file.', content: { 'text/css': text, 'text/javascript': text, 'image/svg+xml': text } }, [
    'resource_missing',
  ])
  @ApiResponse({ status: 304, description: 'Your copy is the present one.', headers: STANDARD_HEADERS })
  async getPageAsset(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await PAGE_ASSETS.send(file, request, reply);
  }

  private get isSignUpOpen(): boolean {
    return this.config.signup === 'open';
  }

  private async findReader(request: FastifyRequest): Promise<PageReader | null> {
    const session = await this.findSession(request);
    return session === null ? null : readerOf(session);
  }

  /** Null: nobody is signed in. @throws ApiError service_unavailable. */
  private async findSession(request: FastifyRequest): Promise<SessionAnswer | null> {
    try {
      return await this.answers.of(request, await this.sessions.find(this.cookies.session(request)));
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'session_missing' || error.code === 'session_expired')) return null;
      throw error;
    }
  }
}

function readerOf({ user, csrf, is_operator: isOperator }: SessionAnswer): PageReader {
  return { name: user.name ?? '', email: user.email ?? '', isOperator, csrf };
}

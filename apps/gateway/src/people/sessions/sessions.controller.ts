import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DoneAnswer, PasskeyOptionsAnswer, SessionAnswer, SessionList, StepUpDto, toSeconds, type SessionResource } from '#contracts';
import { PersonalData } from '#personal-data';
import { GatewayConfig } from '../../config';
import { sessionOf } from '../../http/access';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { PersonAudit } from '../audit/person-audit';
import { Cookies } from '../http/cookies';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { SessionAnswers } from './session-answers';
import { Sessions, type SessionClient } from './sessions';
import { deleteSession, deleteSessionsOf, type StoredSession } from './sessions.table';
import { StepUps } from './step-ups';

const STEP_UP = new BodyReader(StepUpDto);
const DONE: DoneAnswer = { done: true };
const ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'ses_0TgWzRaB00xK2mNq5Yd8Vf3L' } as const;

/** Where a person is signed in. */
@Controller('dashboard/api')
export class SessionsController {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly sessions: Sessions,
    private readonly answers: SessionAnswers,
    private readonly stepUps: StepUps,
    private readonly audit: PersonAudit,
    private readonly cookies: Cookies,
    private readonly personalData: PersonalData,
    private readonly config: GatewayConfig,
  ) {}

  /** GET /dashboard/api/session */
  @Get('session')
  @PersonRoute({ needs: 'session', summary: 'Who is signed in', answer: SessionAnswer })
  async getSession(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendJson(reply, await this.answers.of(request, sessionOf(request)));
  }

  /** GET /dashboard/api/sessions */
  @Get('sessions')
  @PersonRoute({ needs: 'session', summary: 'Where one is signed in', answer: SessionList })
  async listSessions(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { id, userId } = sessionOf(request);
    const stored = await this.sessions.list(userId);
    await sendJson(reply, { data: await Promise.all(stored.map((session) => this.resource(session, id))) } satisfies SessionList);
  }

  /** DELETE /dashboard/api/sessions/{id} */
  @Delete('sessions/:id')
  @PersonRoute({ needs: 'session', summary: 'End a session', answer: DoneAnswer, params: [ID], errors: ['resource_missing'] })
  async endSession(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const isThere = await deleteSession(this.database.ask, sessionOf(request).userId, id);
    if (!isThere) throw new ApiError('resource_missing', { param: 'id' });
    await sendJson(reply, DONE);
  }

  /** POST /dashboard/api/step_up/passkey/options */
  @Post('step_up/passkey/options')
  @PersonRoute({
    needs: 'session',
    summary: 'Begin to prove it by passkey',
    answer: PasskeyOptionsAnswer,
    errors: ['passkeys_unavailable'],
  })
  async beginStepUp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const options = await this.stepUps.options(request, sessionOf(request));
    await sendJson(reply, { options } satisfies PasskeyOptionsAnswer);
  }

  /** POST /dashboard/api/step_up: the token before is worth nothing any more. */
  @Post('step_up')
  @PersonRoute({
    ...{ needs: 'session', summary: 'Prove again who you are', body: StepUpDto, answer: SessionAnswer },
    errors: ['credentials_invalid', 'second_factor_required', 'code_invalid', 'passkey_invalid', 'passkeys_unavailable'],
  })
  async stepUp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const session = sessionOf(request);
    await this.stepUps.check(request, session, readBody(STEP_UP, request, reply));
    const token = await this.sessions.renew(session.id);
    this.cookies.setSession(reply, token, Math.floor(this.config.sessionMaxMs / 1_000));
    await sendJson(reply, await this.answers.of(request, await this.sessions.find(token)));
  }

  /** POST /dashboard/api/sign_out */
  @Post('sign_out')
  @PersonRoute({ needs: 'session', summary: 'Sign out', answer: DoneAnswer })
  async signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { id, userId } = sessionOf(request);
    await deleteSession(this.database.ask, userId, id);
    this.cookies.clearSession(reply);
    await sendJson(reply, DONE);
  }

  /** POST /dashboard/api/sign_out_everywhere: the session of the request too. */
  @Post('sign_out_everywhere')
  @PersonRoute({ needs: 'session', summary: 'Sign out everywhere', answer: DoneAnswer })
  async signOutEverywhere(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { userId } = sessionOf(request);
    await this.audit.within({ action: 'users.sign_out_everywhere', userId, request }, (ask) => deleteSessionsOf(ask, userId));
    this.cookies.clearSession(reply);
    await sendJson(reply, DONE);
  }

  private async resource(session: StoredSession, currentId: string): Promise<SessionResource> {
    const text = await this.personalData.unsealValue(session.client, session.userId);
    const client: SessionClient = typeof text === 'string' ? (JSON.parse(text) as SessionClient) : { address: '', user_agent: null };
    return {
      ...{ id: session.id, is_current: session.id === currentId, address: client.address || null, user_agent: client.user_agent },
      ...{ created_at: toSeconds(session.createdAtMs), last_seen_at: toSeconds(session.lastSeenAtMs) },
      ...{ authenticated_at: toSeconds(session.authenticatedAtMs), ends_at: toSeconds(session.endsAtMs) },
    };
  }
}

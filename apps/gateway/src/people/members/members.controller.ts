import { Controller, Delete, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AcceptInvitationDto,
  DoneAnswer,
  InvitationList,
  InvitationResource,
  InviteDto,
  MemberList,
  SessionAnswer,
  TEAM_ROLES,
  toSeconds,
  UpdateMemberDto,
} from '#contracts';
import { membersOf } from '../../accounts/memberships/memberships.table';
import { sessionOf } from '../../http/access';
import { GatewayDatabase } from '../../tables/gateway-database';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { Cookies } from '../http/cookies';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { Sessions } from '../sessions/sessions';
import { Users } from '../users/users';
import { AcceptInvitation } from './accept-invitation';
import { AccountCommands } from './account-commands';
import { Invitations } from './invitations';
import { MemberAccess } from './member-access';

const INVITE = new BodyReader(InviteDto);
const ACCEPT = new BodyReader(AcceptInvitationDto);
const MEMBER = new BodyReader(UpdateMemberDto);
const DONE: DoneAnswer = { done: true };
const USER_ID = { name: 'user_id', schema: { type: 'string', maxLength: 64 }, example: 'usr_0TgWzRaB00xK2mNq5Yd8Vf3L' } as const;
const INVITATION_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'invite_0TgWzRaB00xK2mNq5Yd8Vf3L' } as const;
const TEAM_ERRORS = ['resource_missing', 'role_insufficient', 'parameter_missing', 'account_suspended', 'lock_timeout'] as const;

/** Who belongs to an account, and who is asked to. */
@Controller('dashboard/api')
export class MembersController {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly access: MemberAccess,
    private readonly accounts: AccountCommands,
    private readonly invitations: Invitations,
    private readonly acceptance: AcceptInvitation,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
  ) {}

  /** GET /dashboard/api/members */
  @Get('members')
  @PersonRoute({
    needs: 'session',
    summary: 'Who belongs to the account',
    answer: MemberList,
    errors: ['resource_missing', 'parameter_missing'],
  })
  async listMembers(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { accountId } = await this.access.accountOf(request);
    const rows = await membersOf(this.database.ask, accountId);
    const data = rows.map(async ({ userId, role, hasSecondFactor, invitedBy, joinedAtMs, ...sealed }) => ({
      ...{ user_id: userId, ...(await this.users.wordsOf({ id: userId, ...sealed })), role },
      ...{ has_second_factor: hasSecondFactor, invited_by: invitedBy, joined_at: toSeconds(joinedAtMs) },
    }));
    await sendJson(reply, { data: await Promise.all(data) } satisfies MemberList);
  }

  /** PATCH /dashboard/api/members/{user_id} */
  @Patch('members/:user_id')
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Give a member another role', body: UpdateMemberDto, answer: DoneAnswer, params: [USER_ID] },
    errors: [...TEAM_ERRORS, 'last_owner'],
  })
  async updateMember(@Param('user_id') userId: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { role } = readBody(MEMBER, request, reply);
    const { accountId, by } = await this.access.accountOf(request);
    await this.accounts.execute({ type: 'accounts.change_member', accountId, payload: { userId, role, by: by.userId }, by });
    await sendJson(reply, DONE);
  }

  /** DELETE /dashboard/api/members/{user_id}: also oneself. */
  @Delete('members/:user_id')
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Remove a member', answer: DoneAnswer, params: [USER_ID], errors: [...TEAM_ERRORS, 'last_owner'] },
  })
  async removeMember(@Param('user_id') userId: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const isLeaving = userId === sessionOf(request).userId;
    const { accountId, by } = await (isLeaving ? this.access.accountToLeave(request) : this.access.accountOf(request));
    await this.accounts.execute({ type: 'accounts.remove_member', accountId, payload: { userId, by: by.userId }, by });
    await sendJson(reply, DONE);
  }

  /** GET /dashboard/api/invitations */
  @Get('invitations')
  @PersonRoute({
    ...{ needs: 'session', summary: 'Who is asked to join', answer: InvitationList },
    errors: ['resource_missing', 'role_insufficient', 'parameter_missing'],
  })
  async listInvitations(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { accountId } = await this.access.accountOf(request, TEAM_ROLES);
    await sendJson(reply, { data: await this.invitations.list(accountId) } satisfies InvitationList);
  }

  /** POST /dashboard/api/invitations */
  @Post('invitations')
  @PersonRoute({
    ...{ needs: 'step_up', summary: 'Ask a person to join', body: InviteDto, answer: InvitationResource },
    errors: [...TEAM_ERRORS, 'email_invalid', 'already_member', 'limit_exceeded'],
  })
  async inviteMember(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const dto = readBody(INVITE, request, reply);
    const { accountId, by } = await this.access.accountOf(request);
    await sendJson(reply, await this.invitations.invite(accountId, dto, by));
  }

  /** POST /dashboard/api/invitations/accept: as the person who is signed in, or as a new one. */
  @Post('invitations/accept')
  @PersonRoute({
    ...{ needs: 'nothing', summary: 'Join an account', body: AcceptInvitationDto, answer: SessionAnswer },
    errors: [
      'link_invalid',
      'already_member',
      'email_invalid',
      'password_too_short',
      'password_too_common',
      'limit_exceeded',
      'session_missing',
    ],
  })
  async acceptInvitation(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const dto = readBody(ACCEPT, request, reply);
    const session = await this.sessions.findIfThere(this.cookies.session(request));
    if (session !== undefined) this.sessions.refuseWithoutCsrf(request, session.id);
    await sendJson(reply, await this.acceptance.accept(dto, { request, reply }, session));
  }

  /** DELETE /dashboard/api/invitations/{id} */
  @Delete('invitations/:id')
  @PersonRoute({ needs: 'step_up', summary: 'Take an invitation back', answer: DoneAnswer, params: [INVITATION_ID], errors: TEAM_ERRORS })
  async revokeInvitation(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { accountId, by } = await this.access.accountOf(request);
    await this.invitations.revoke(accountId, id, by);
    await sendJson(reply, DONE);
  }
}

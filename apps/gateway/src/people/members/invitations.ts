import { Injectable } from '@nestjs/common';
import {
  Clock,
  INVITATION_LIFETIME_MS,
  newId,
  Random,
  shardOfAccount,
  toSeconds,
  type AcceptInvitationDto,
  type InvitationResource,
  type InviteDto,
  type SessionAnswer,
} from '#contracts';
import { PersonalData } from '#personal-data';
import { GatewayConfig } from '../../config';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { deleteLinks, findLink, insertLink, useLink } from '../links/links.table';
import { Mails } from '../mails/mails';
import { Passwords } from '../password/passwords';
import { SessionAnswers } from '../sessions/session-answers';
import { Sessions, type NewSession } from '../sessions/sessions';
import type { SessionOfUser } from '../sessions/sessions.table';
import { Devices } from '../sign-in/devices';
import { normalizedEmail } from '../users/email';
import type { PersonRequest } from '../users/person-request';
import { isToken, newToken, tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import { AccountCommands, type ActingUser } from './account-commands';
import { deleteInvitation, findInvitation, insertInvitation, invitationsOf, type StoredInvitation } from './invitations.table';

/** An invitation that a link leads to. */
interface FoundInvitation {
  accountId: string;
  digest: Buffer;
  invitation: StoredInvitation;
}

/** Invitations: whom each is for stands sealed in a table, that there is one in the log of the account. */
@Injectable()
export class Invitations {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly accounts: AccountCommands,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly answers: SessionAnswers,
    private readonly devices: Devices,
    private readonly mails: Mails,
    private readonly personalData: PersonalData,
    private readonly config: GatewayConfig,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @returns with its link where there is no mail server. @throws ApiError role_insufficient, limit_exceeded, already_member. */
  async invite(accountId: string, { email, role }: InviteDto, by: ActingUser): Promise<InvitationResource> {
    const nowMs = this.clock.nowMs();
    const id = newId('invitation', shardOfAccount(accountId), nowMs, this.random);
    const token = newToken(this.random);
    const expiresAtMs = nowMs + INVITATION_LIFETIME_MS;
    const sealed = await this.personalData.seal({ accountId, id: accountId }, normalizedEmail(email), 'email');
    const stored = { id, email: sealed, emailDigest: this.users.digestOf(email) };
    const mail = await this.mails.prepare('invitation', email, { page: 'invitation', token });
    const payload = { invitationId: id, role, by: by.userId, expiresAtMs };
    await this.accounts.execute({ type: 'accounts.invite_member', accountId, payload, by }, async (ask) => {
      await insertInvitation(ask, accountId, stored);
      await insertLink(ask, tokenDigest(token), { purpose: 'invitation', userId: null, subject: `${accountId} ${id}`, sealed: null, expiresAtMs });
      await this.mails.write(ask, mail);
    });
    const resource = await this.resource(accountId, { ...stored, role, invitedBy: by.userId, expiresAtMs });
    return this.config.mailUrl === undefined ? { ...resource, link: this.mails.linkTo({ page: 'invitation', token }) } : resource;
  }

  /** Those that wait, and those that nobody took in time. */
  async list(accountId: string): Promise<InvitationResource[]> {
    const stored = await invitationsOf(this.database.ask, accountId);
    return Promise.all(stored.map((one) => this.resource(accountId, one)));
  }

  /** @throws ApiError resource_missing, role_insufficient. */
  async revoke(accountId: string, invitationId: string, by: ActingUser): Promise<void> {
    const payload = { invitationId, by: by.userId };
    await this.accounts.execute({ type: 'accounts.revoke_invitation', accountId, payload, by }, (ask) =>
      deleteLinks(ask, 'invitation', { subject: `${accountId} ${invitationId}` }),
    );
  }

  /**
   * Makes whoever was invited a member: the person who is signed in, or a new one.
   *
   * @throws ApiError link_invalid, also when it is for another address; already_member; of the password.
   */
  async accept(dto: AcceptInvitationDto, person: PersonRequest, session: SessionOfUser | undefined): Promise<SessionAnswer> {
    const found = await this.find(dto.token);
    if (session !== undefined) return this.acceptAs(found, person, session);
    const { name, email, password } = dto;
    if (!name || !email || !password) {
      throw new ApiError('parameter_missing', { param: 'password', message: 'Sign in, or send name, email and password.' });
    }
    if (this.users.digestOf(email) !== found.invitation.emailDigest) throw new ApiError('link_invalid');
    const passwordHash = await this.passwords.chosen(password, [name, email]);
    const user = await this.users.sealNew({ name, email });
    const client = await this.sessions.sealedClient(user.id, person.request);
    const begun: { session?: NewSession } = {};
    await this.join(found, { userId: user.id, ip: person.request.ip, requestId: person.request.id }, async (ask) => {
      await this.users.insert(ask, user, { passwordHash, isOperator: false });
      begun.session = await this.sessions.begin(ask, user.id, client);
    });
    this.devices.remember(person.reply, user.emailDigest);
    if (begun.session === undefined) throw new Error('the commit began no session');
    return this.answers.begun(person, user.id, begun.session);
  }

  private async acceptAs(found: FoundInvitation, { request }: PersonRequest, session: SessionOfUser): Promise<SessionAnswer> {
    const user = await this.users.get(session.userId);
    if (user.emailDigest !== found.invitation.emailDigest) throw new ApiError('link_invalid');
    await this.join(found, { userId: user.id, ip: request.ip, requestId: request.id });
    return this.answers.of(request, session);
  }

  private async join(found: FoundInvitation, by: ActingUser, alongside?: (ask: GatewayDatabase['ask']) => Promise<void>): Promise<void> {
    const { accountId, digest, invitation } = found;
    const payload = { invitationId: invitation.id, userId: by.userId };
    await this.accounts.execute({ type: 'accounts.accept_invitation', accountId, payload, by }, async (ask) => {
      if ((await useLink(ask, digest, 'invitation', this.clock.nowMs())) === undefined) throw new ApiError('link_invalid');
      await deleteInvitation(ask, accountId, invitation.id);
      await alongside?.(ask);
    });
  }

  private async find(token: string): Promise<FoundInvitation> {
    if (!isToken(token)) throw new ApiError('link_invalid');
    const digest = tokenDigest(token);
    const link = await findLink(this.database.ask, digest, 'invitation', this.clock.nowMs());
    const [accountId = '', id = ''] = link?.subject?.split(' ') ?? [];
    const invitation = link === undefined ? undefined : await findInvitation(this.database.ask, accountId, id);
    if (invitation === undefined) throw new ApiError('link_invalid');
    return { accountId, digest, invitation };
  }

  private async resource(accountId: string, { id, email, role, invitedBy, expiresAtMs }: StoredInvitation): Promise<InvitationResource> {
    const address = await this.personalData.unsealValue(email, accountId);
    const status = expiresAtMs > this.clock.nowMs() ? 'pending' : 'expired';
    return { id, email: typeof address === 'string' ? address : null, role, status, invited_by: invitedBy, expires_at: toSeconds(expiresAtMs) };
  }
}

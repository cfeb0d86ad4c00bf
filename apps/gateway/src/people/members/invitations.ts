import { Injectable } from '@nestjs/common';
import {
  Clock,
  INVITATION_LIFETIME_MS,
  newId,
  Random,
  shardOfAccount,
  toSeconds,
  type InvitationResource,
  type InviteDto,
} from '#contracts';
import { PersonalData } from '#personal-data';
import { GatewayConfig } from '../../config';
import { GatewayDatabase } from '../../tables/gateway-database';
import { deleteLinks, insertLink } from '../links/links.table';
import { Mails } from '../mails/mails';
import { normalizedEmail } from '../users/email';
import { newToken, tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import { AccountCommands, type ActingUser } from './account-commands';
import { insertInvitation, invitationsOf, type StoredInvitation } from './invitations.table';

/** Invitations: whom each is for stands sealed in a table, that there is one in the log of the account. */
@Injectable()
export class Invitations {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly accounts: AccountCommands,
    private readonly users: Users,
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
    const mail = await this.mails.prepare('invitation', normalizedEmail(email), { link: { page: 'invitation', token } });
    const user = await this.users.findByEmail(email);
    const payload = { invitationId: id, role, ...(user && { userId: user.id }), by: by.userId, expiresAtMs };
    await this.accounts.execute({ type: 'accounts.invite_member', accountId, payload, by }, async (ask) => {
      await insertInvitation(ask, accountId, stored);
      await insertLink(ask, tokenDigest(token), {
        purpose: 'invitation',
        userId: null,
        subject: `${accountId} ${id}`,
        sealed: null,
        expiresAtMs,
      });
      await this.mails.write(ask, mail);
    });
    const resource = await this.resource(accountId, { ...stored, role, invitedBy: by.userId, expiresAtMs, makesOperator: false });
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

  private async resource(accountId: string, { id, email, role, invitedBy, expiresAtMs }: StoredInvitation): Promise<InvitationResource> {
    const address = await this.personalData.unsealValue(email, accountId);
    const status = expiresAtMs > this.clock.nowMs() ? 'pending' : 'expired';
    return {
      id,
      email: typeof address === 'string' ? address : null,
      role,
      status,
      invited_by: invitedBy,
      expires_at: toSeconds(expiresAtMs),
    };
  }
}

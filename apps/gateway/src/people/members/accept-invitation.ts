import { Injectable } from '@nestjs/common';
import { Clock, type AcceptInvitationDto, type SessionAnswer } from '#contracts';
import { GatewayConfig } from '../../config';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { findLink, useLink } from '../links/links.table';
import { Passwords } from '../password/passwords';
import { SessionAnswers } from '../sessions/session-answers';
import { SessionStarts } from '../sessions/session-starts';
import type { SessionOfUser } from '../sessions/sessions.table';
import type { PersonRequest } from '../users/person-request';
import { isToken, tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import { findUser, makeOperator } from '../users/users.table';
import { AccountCommands, type ActingUser } from './account-commands';
import { deleteInvitationsTo, findInvitation, type StoredInvitation } from './invitations.table';

/** An invitation that a link leads to. */
interface FoundInvitation {
  accountId: string;
  digest: Buffer;
  invitation: StoredInvitation;
}

/** Joining an account by the link of an invitation. */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly accounts: AccountCommands,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly starts: SessionStarts,
    private readonly answers: SessionAnswers,
    private readonly config: GatewayConfig,
    private readonly clock: Clock,
  ) {}

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
    const by = { userId: user.id, ip: person.request.ip, requestId: person.request.id };
    // Without a mail server, and by the command line, it is the inviter who is shown the link.
    const isVerified = this.config.mailUrl !== undefined && found.invitation.invitedBy !== null;
    return this.starts.within(user, person, async (begin) => {
      await this.join(found, by, async (ask) => {
        await this.users.insert(ask, user, { passwordHash, isOperator: found.invitation.makesOperator, isVerified });
        await begin(ask);
      });
      return undefined;
    });
  }

  private async acceptAs(found: FoundInvitation, { request }: PersonRequest, session: SessionOfUser): Promise<SessionAnswer> {
    const user = await this.users.get(session.userId);
    if (user.emailDigest !== found.invitation.emailDigest) throw new ApiError('link_invalid');
    const { makesOperator } = found.invitation;
    await this.join(found, { userId: user.id, ip: request.ip, requestId: request.id }, async (ask) => {
      if (makesOperator) await makeOperator(ask, user.id);
    });
    return this.answers.of(request, session);
  }

  private async join(found: FoundInvitation, by: ActingUser, alongside?: (ask: GatewayDatabase['ask']) => Promise<void>): Promise<void> {
    const { accountId, digest, invitation } = found;
    const payload = { invitationId: invitation.id, userId: by.userId };
    await this.accounts.execute({ type: 'accounts.accept_invitation', accountId, payload, by }, async (ask) => {
      if ((await useLink(ask, digest, 'invitation', this.clock.nowMs())) === undefined) throw new ApiError('link_invalid');
      // Who is disabled must not come back by an invitation to another address of theirs.
      const { invitedBy } = invitation;
      if (invitedBy !== null && (await findUser(ask, invitedBy))?.status !== 'active') throw new ApiError('link_invalid');
      await deleteInvitationsTo(ask, accountId, invitation.emailDigest);
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
}

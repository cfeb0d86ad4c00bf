import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { MailResource } from '#contracts';
import { GatewayConfig } from '../../config';
import { sessionOf } from '../../http/access';
import { ApiError } from '../../http/api-error';
import { unrecognized } from '../../http/no-such-route';
import { PersonAudit } from '../audit/person-audit';
import { Users } from '../users/users';
import { Mails } from './mails';

/** The mails of this Hundi as an operator may read them: only where no mail server hands them over. */
@Injectable()
export class Mailbox {
  constructor(
    private readonly mails: Mails,
    private readonly users: Users,
    private readonly audit: PersonAudit,
    private readonly config: GatewayConfig,
  ) {}

  /**
   * The latest, with an entry in the audit log. Links to the reader are left out: they are for who has lost the way in, and whoever uses
   * the session of an operator must not become the operator by them.
   *
   * @throws ApiError route_unknown with a mail server.
   */
  async read(request: FastifyRequest): Promise<MailResource[]> {
    if (this.config.mailUrl !== undefined) throw new ApiError('route_unknown', { message: unrecognized(request) });
    const { userId } = sessionOf(request);
    const { email } = await this.users.wordsOf(await this.users.get(userId));
    return this.audit.within({ action: 'users.read_mailbox', userId, request }, async () => {
      const mails = await this.mails.latest();
      return mails.map((mail) => (mail.to === email ? { ...mail, text: withoutLinks(mail.text) } : mail));
    });
  }
}

function withoutLinks(text: string | null): string | null {
  return text === null ? null : text.replaceAll(/^https?:\S+$/gm, '[a link to you]');
}

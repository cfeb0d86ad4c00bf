import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import type { PersonAction } from '../audit/entry-of-person';
import { PersonAudit } from '../audit/person-audit';
import { Mails } from '../mails/mails';
import { deleteSessionsOf } from '../sessions/sessions.table';
import { Users } from '../users/users';

/** The session in which a person changes something of themselves, and the request that asks for it. */
export interface ChangingPerson {
  session: { id: string; userId: string };
  request: Pick<FastifyRequest, 'id' | 'ip'>;
}

/** What every change of a second factor comes with, in one commit: all other sessions end, the person is mailed, and it is audited. */
@Injectable()
export class FactorChanges {
  constructor(
    private readonly users: Users,
    private readonly mails: Mails,
    private readonly audit: PersonAudit,
  ) {}

  /** @throws what `work` throws: nothing has changed then. */
  async within<TResult>(
    action: PersonAction,
    { session: { id, userId }, request }: ChangingPerson,
    work: (ask: AskRows) => Promise<TResult>,
  ): Promise<TResult> {
    const mail = await this.mails.prepare('factor_changed', (await this.users.wordsOf(await this.users.get(userId))).email);
    return this.audit.within({ action, userId, request }, async (ask) => {
      const result = await work(ask);
      await deleteSessionsOf(ask, userId, id);
      await this.mails.write(ask, mail);
      return result;
    });
  }
}

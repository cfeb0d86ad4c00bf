import { Injectable } from '@nestjs/common';
import { Clock, Random, type SignInAnswer } from '#contracts';
import { GatewayDatabase } from '../../tables/gateway-database';
import { PersonAudit } from '../audit/person-audit';
import { Mails } from '../mails/mails';
import { factorsOf } from '../second-factor/factors-of';
import { SessionStarts } from '../sessions/session-starts';
import { unauthenticated } from '../sessions/sessions';
import type { PersonRequest } from '../users/person-request';
import { newToken, tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import { saveSignIn, type StoredUser } from '../users/users.table';
import { insertFlow } from './flows.table';

const FLOW_LIFETIME_MS = 600_000;

/** What comes of a proof: the question for the second factor, or a session. */
@Injectable()
export class SignInEndings {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly starts: SessionStarts,
    private readonly mails: Mails,
    private readonly users: Users,
    private readonly audit: PersonAudit,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** One factor was right. */
  async afterFirst(user: StoredUser, person: PersonRequest): Promise<SignInAnswer> {
    const factors = factorsOf(user);
    if (factors.length === 0) return this.afterAll(user, person);
    const flow = newToken(this.random);
    await insertFlow(this.database.ask, tokenDigest(flow), { userId: user.id, expiresAtMs: this.clock.nowMs() + FLOW_LIFETIME_MS });
    return { second_factor: factors, flow };
  }

  /** Nothing is left to be asked for. A browser that is new is mailed. */
  async afterAll(user: StoredUser, person: PersonRequest): Promise<SignInAnswer> {
    const isNewBrowser = this.starts.deviceOf(person.request, user.emailDigest) === undefined;
    const mail = isNewBrowser ? await this.mails.prepare('new_sign_in', (await this.users.wordsOf(user)).email) : undefined;
    return this.starts.within(user, person, async (begin) => {
      await this.audit.within({ action: 'users.sign_in', userId: user.id, request: person.request }, async (ask) => {
        if (!(await saveSignIn(ask, user, this.clock.nowMs()))) throw unauthenticated('session_missing');
        await this.mails.write(ask, mail);
        await begin(ask);
      });
      return undefined;
    });
  }
}

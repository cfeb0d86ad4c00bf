import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { FirstKey, SessionAnswer } from '#contracts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { Devices } from '../sign-in/devices';
import type { PersonRequest } from '../users/person-request';
import { SessionAnswers } from './session-answers';
import { Sessions, type NewSession } from './sessions';

/** Whose session begins. */
export interface StartingUser {
  id: string;
  emailDigest: string;
}

/** A session that a commit begins, and what the browser gets of it. */
@Injectable()
export class SessionStarts {
  constructor(
    private readonly sessions: Sessions,
    private readonly answers: SessionAnswers,
    private readonly devices: Devices,
  ) {}

  /** What the tries of this browser are counted by; undefined when no one signed in here with this address before. */
  deviceOf(request: FastifyRequest, emailDigest: string): string | undefined {
    return this.devices.find(request, emailDigest);
  }

  /**
   * Begins a session in the commit of `work`.
   *
   * @param work commits what goes with the session, which it begins by the function that it is given. @returns what the page gets.
   */
  async within(
    user: StartingUser,
    person: PersonRequest,
    work: (begin: (ask: AskRows) => Promise<void>) => Promise<FirstKey[] | undefined>,
  ): Promise<SessionAnswer> {
    const client = await this.sessions.sealedClient(user.id, person.request);
    const begun: { session?: NewSession } = {};
    const firstKeys = await work(async (ask) => void (begun.session = await this.sessions.begin(ask, user.id, client)));
    if (begun.session === undefined) throw new Error('the commit began no session');
    const isNewBrowser = this.deviceOf(person.request, user.emailDigest) === undefined;
    const answer = await this.answers.begun(person, user.id, begun.session, firstKeys);
    if (isNewBrowser) this.devices.remember(person.reply, user.emailDigest);
    return answer;
  }
}

import type { FastifyRequest } from 'fastify';
import { ApiError } from '../src/http/api-error';
import { Consenter, type ConsentingAccount, type ConsentingUser } from '../src/oauth/consent/consenter';

/** The cookie that says who is signed in, in place of the sessions of people. */
const COOKIE = /(?:^|; )person=(\w+)/;
const CSRF = 'csrf-of-given-people';

/** A test double of what does not exist yet: people who are signed in by a cookie with their name, with the accounts that a test gives them. */
export class GivenPeople extends Consenter {
  /** Name → accounts, with the scopes of his role in each. */
  readonly people = new Map<string, ConsentingAccount[]>();
  /** Whether a decision in live mode needs a sign-in first. */
  isStepUpMissing = false;

  async find({ headers }: FastifyRequest): Promise<ConsentingUser | null> {
    const name = COOKIE.exec(headers.cookie ?? '')?.[1] ?? '';
    const accounts = this.people.get(name);
    return accounts === undefined ? null : { id: `usr_0QvAb12c07${name.padEnd(14, 'X')}`, name, accounts, csrf: CSRF };
  }

  async admit(request: FastifyRequest, livemode: boolean): Promise<ConsentingUser> {
    const user = await this.find(request);
    if (user === null) throw new ApiError('session_only');
    if (request.headers['hundi-csrf'] !== CSRF) throw new ApiError('key_restricted', { message: 'csrf' });
    if (livemode && this.isStepUpMissing) throw new ApiError('session_only', { message: 'step up' });
    return user;
  }

  signInPath(returnTo: string): string {
    return `/sign_in?return_to=${encodeURIComponent(returnTo)}`;
  }
}

/** What goes with a decision of one of them. */
export const FORM_OF_GIVEN_PEOPLE = { 'hundi-csrf': CSRF };

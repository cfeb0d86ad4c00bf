import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, newId, Random } from '#contracts';
import { PersonalData } from '#personal-data';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { GatewayConfig } from '../../config';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { CookieKeys } from '../http/cookie-keys';
import { isToken, newToken } from '../users/tokens';
import { findSession, insertSession, renewSession, saveSeen, sessionsOf, type SessionOfUser, type StoredSession } from './sessions.table';

/** How exactly the idle time of a session is known, in milliseconds: one write a minute. */
const SEEN_EVERY_MS = 60_000;
const USER_AGENT_MAX = 200;

/** A session that begins, with the only copy of its token. */
export interface NewSession {
  id: string;
  token: string;
}

/** Where a session was begun. */
export interface SessionClient {
  address: string;
  user_agent: string | null;
}

/** Sessions of people: a random token in a cookie, of which the table holds a keyed digest alone. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly keys: CookieKeys,
    private readonly config: GatewayConfig,
    private readonly personalData: PersonalData,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** What of a request goes with a session, sealed: before the transaction that begins it. */
  async sealedClient(userId: string, request: Pick<FastifyRequest, 'ip' | 'headers'>): Promise<string> {
    const client: SessionClient = { address: request.ip, user_agent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null };
    return this.personalData.seal({ accountId: userId, id: userId }, JSON.stringify(client));
  }

  /** @param client see `sealedClient`. @param ask of the transaction of the sign-in. */
  async begin(ask: AskRows, userId: string, client: string): Promise<NewSession> {
    const atMs = this.clock.nowMs();
    const id = newId('session', 0, atMs, this.random);
    const token = newToken(this.random);
    const times = { createdAtMs: atMs, lastSeenAtMs: atMs, authenticatedAtMs: atMs, endsAtMs: atMs + this.config.sessionMaxMs };
    await insertSession(ask, { id, userId, client, ...times }, this.keys.digest('session', token));
    return { id, token };
  }

  /** @throws ApiError session_missing, session_expired. */
  async find(token: string | undefined): Promise<SessionOfUser> {
    if (!isToken(token)) throw unauthenticated('session_missing');
    const session = await findSession(this.database.ask, this.keys.digests('session', token));
    if (session === undefined) throw unauthenticated('session_missing');
    const nowMs = this.clock.nowMs();
    if (session.endsAtMs <= nowMs || session.lastSeenAtMs <= this.idleSinceMs()) throw unauthenticated('session_expired');
    // Not awaited: what fails is done with the next request.
    if (nowMs - session.lastSeenAtMs >= SEEN_EVERY_MS) saveSeen(this.database.ask, session.id, nowMs).catch(() => undefined);
    return session;
  }

  /** Undefined for who is not signed in, or not any more. @throws Error of the database: whether there is a session is not known then. */
  findIfThere(token: string | undefined): Promise<SessionOfUser | undefined> {
    return this.find(token).catch((error: unknown) => {
      if (error instanceof ApiError && (error.code === 'session_missing' || error.code === 'session_expired')) return undefined;
      throw error;
    });
  }

  /** Password and factor were right once more. @returns the token that counts from now on. @throws ApiError session_missing. */
  async renew(sessionId: string): Promise<string> {
    const token = newToken(this.random);
    const digest = this.keys.digest('session', token);
    const isThere = await renewSession(this.database.ask, sessionId, { digest, atMs: this.clock.nowMs() });
    if (!isThere) throw unauthenticated('session_missing');
    return token;
  }

  /** Those that are not over, the latest first. */
  list(userId: string): Promise<StoredSession[]> {
    return sessionsOf(this.database.ask, userId, { nowMs: this.clock.nowMs(), idleSinceMs: this.idleSinceMs() });
  }

  /** What a page of ours sends with every change: no other page knows it. */
  csrfOf(sessionId: string): string {
    return this.keys.digest('csrf', sessionId).toString('base64url');
  }

  /** @throws ApiError csrf_failed. */
  refuseWithoutCsrf({ headers }: Pick<FastifyRequest, 'headers'>, sessionId: string): void {
    const sent = headers['hundi-csrf'];
    if (typeof sent !== 'string' || !this.keys.matches('csrf', sessionId, sent)) throw new ApiError('csrf_failed');
  }

  /** Milliseconds since the epoch until which the session may do what needs the password again. */
  stepUpUntilMs({ authenticatedAtMs }: Pick<StoredSession, 'authenticatedAtMs'>): number {
    return authenticatedAtMs + this.config.stepUpMs;
  }

  /** @throws ApiError step_up_required. */
  refuseWithoutStepUp(session: StoredSession): void {
    if (this.stepUpUntilMs(session) <= this.clock.nowMs()) throw new ApiError('step_up_required');
  }

  private idleSinceMs(): number {
    return this.clock.nowMs() - this.config.sessionIdleMs;
  }
}

/** RFC 9110, 15.5.2: with a challenge. `Session` is no registered scheme: a browser asks for nothing. */
export function unauthenticated(code: 'session_missing' | 'session_expired' | 'credentials_invalid' | 'second_factor_required'): ApiError {
  return new ApiError(code, {}, { 'www-authenticate': 'Session' });
}

import { Injectable } from '@nestjs/common';
import { Clock, newId, Random, toSeconds, type PasskeyResource, type UserResource } from '#contracts';
import { PersonalData } from '#personal-data';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { passkeysOf, type NewPasskey } from '../passkeys/passkeys.table';
import { emailDigest, normalizedEmail } from './email';
import { findUser, findUserByEmail, insertUser, type StoredUser } from './users.table';

/** What makes a person, with personal values sealed. */
export interface SealedUser {
  id: string;
  email: string;
  name: string;
  emailDigest: string;
}

/** What a new person begins with. */
export interface NewPersonParts {
  passwordHash: string;
  isOperator: boolean;
  /** Whether the link was mailed to the address. */
  isVerified: boolean;
}

/** A person's own words. */
export interface PersonalWords {
  email: string;
  name: string;
}

/** People as they are stored: every personal value sealed under a key of their own. */
@Injectable()
export class Users {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly personalData: PersonalData,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** Seals what a person says of themselves under the key of a user that there will be. */
  async sealNew({ email, name }: PersonalWords): Promise<SealedUser> {
    const id = newId('user', 0, this.clock.nowMs(), this.random);
    const seal = await this.personalData.sealerOf({ accountId: id, id });
    return { id, email: seal(normalizedEmail(email), 'email'), name: seal(name, 'name'), emailDigest: this.digestOf(email) };
  }

  /** The keyed digest by which a person is found. */
  digestOf(email: string): string {
    return emailDigest(this.personalData, email);
  }

  /** @param ask of the transaction that makes what the person belongs to. @throws ApiError link_invalid when the address has a user. */
  async insert(ask: AskRows, user: SealedUser, more: NewPersonParts): Promise<void> {
    const { isVerified, ...parts } = more;
    const nowMs = this.clock.nowMs();
    const isNew = await insertUser(ask, { ...user, ...parts, createdAtMs: nowMs, emailVerifiedAtMs: isVerified ? nowMs : null });
    if (!isNew) throw new ApiError('link_invalid');
  }

  /** Also one who is disabled. */
  findByEmail(email: string): Promise<StoredUser | undefined> {
    return findUserByEmail(this.database.ask, this.digestOf(email));
  }

  /** @throws ApiError session_missing when there is no such person any more. */
  async get(id: string): Promise<StoredUser> {
    const user = await findUser(this.database.ask, id);
    if (user === undefined) throw new ApiError('session_missing', {}, { 'www-authenticate': 'Session' });
    return user;
  }

  /** Address and name in the clear; empty when they cannot be read. */
  async wordsOf({ id, email, name }: Pick<StoredUser, 'id' | 'email' | 'name'>): Promise<PersonalWords> {
    const text = await this.personalData.unseal(JSON.stringify({ email, name }), id);
    const words = JSON.parse(text) as { email: string | null; name: string | null };
    return { email: words.email ?? '', name: words.name ?? '' };
  }

  /** As the person sees it. */
  async resource(user: StoredUser): Promise<UserResource> {
    const { email, name } = await this.wordsOf(user);
    return {
      ...{ id: user.id, email, email_verified_at: toSeconds(user.emailVerifiedAtMs), name, status: user.status },
      ...{ password_set: user.passwordHash !== null, totp_enabled: user.totpConfirmedAtMs !== null },
      passkeys: user.passkeyCount === 0 ? [] : await this.passkeysOf(user.id),
      ...{ recovery_codes_left: user.recoveryCodesLeft, is_operator: user.isOperator, theme: user.theme, timezone: user.timezone },
      ...{ created_at: toSeconds(user.createdAtMs), last_signed_in_at: toSeconds(user.lastSignedInAtMs) },
    };
  }

  /** @param name in the clear; null when it cannot be read. */
  passkeyResource({ id, backedUp, createdAtMs, lastUsedAtMs }: NewPasskey, name: string | null): PasskeyResource {
    return { id, name, backed_up: backedUp, created_at: toSeconds(createdAtMs), last_used_at: toSeconds(lastUsedAtMs) };
  }

  private async passkeysOf(userId: string): Promise<PasskeyResource[]> {
    const stored = await passkeysOf(this.database.ask, userId);
    const text = await this.personalData.unseal(JSON.stringify(stored.map(({ name }) => name)), userId);
    const names = JSON.parse(text) as (string | null)[];
    return stored.map((passkey, index) => this.passkeyResource(passkey, names[index] ?? null));
  }
}

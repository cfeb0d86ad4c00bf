import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, newId, Random, type NewPasskeyDto, type PasskeyResource } from '#contracts';
import { PersonalData } from '#personal-data';
import { ApiError } from '../../http/api-error';
import { PublicUrl } from '../../http/public-url';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Mails } from '../mails/mails';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.table';
import { findHasSecondFactor } from '../second-factor/second-factor.table';
import { deleteSessionsOf } from '../sessions/sessions.table';
import { Users } from '../users/users';
import { PasskeyChallenges } from './passkey-challenges';
import { deletePasskey, insertPasskey, passkeysOf, type StoredPasskey } from './passkeys.table';
import { relyingPartyOf } from './relying-party';
import { checkNewCredential, creationOptions } from './webauthn';

/** Of one person. */
const PASSKEYS_MAX = 20;
const USUAL_NAME = 'Passkey';

/** Who adds or removes one, and from where. */
export interface PasskeySession {
  id: string;
  userId: string;
}

/** The passkeys of a person who is signed in. Each change of them ends the other sessions, and is mailed. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly challenges: PasskeyChallenges,
    private readonly users: Users,
    private readonly mails: Mails,
    private readonly personalData: PersonalData,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @throws ApiError passkeys_unavailable. */
  async options(request: Pick<FastifyRequest, 'headers'>, session: PasskeySession): Promise<object> {
    const rp = relyingPartyOf(request, this.publicUrl);
    const { email, name } = await this.users.wordsOf(await this.users.get(session.userId));
    const existing = await passkeysOf(this.database.ask, session.userId);
    const challenge = await this.challenges.issue('register', session.id);
    return creationOptions({ rp, challenge }, { id: session.userId, email, name }, existing);
  }

  /** @throws ApiError passkey_invalid, passkeys_unavailable, limit_exceeded. */
  async add(
    request: Pick<FastifyRequest, 'headers'>,
    { id: sessionId, userId }: PasskeySession,
    { credential, name }: NewPasskeyDto,
  ): Promise<PasskeyResource> {
    const rp = relyingPartyOf(request, this.publicUrl);
    const challenge = await this.challenges.take(credential, 'register', sessionId);
    const made = await checkNewCredential(credential, { rp, challenge });
    const createdAtMs = this.clock.nowMs();
    const sealed = await this.personalData.seal({ accountId: userId, id: userId }, name || USUAL_NAME, 'name');
    const passkey: StoredPasskey = {
      ...{ id: newId('passkey', 0, createdAtMs, this.random), userId, ...made, name: sealed, createdAtMs, lastUsedAtMs: null },
      transports: credential.response.transports ?? [],
    };
    await this.change({ id: sessionId, userId }, async (ask) => {
      const outcome = await insertPasskey(ask, passkey, PASSKEYS_MAX);
      if (outcome === 'full') throw new ApiError('limit_exceeded', { message: `A person has at most ${PASSKEYS_MAX} passkeys.` });
      if (outcome === 'taken') throw new ApiError('passkey_invalid', {}, {}, 'passkey refused: it is registered already');
    });
    return this.users.passkeyResource(passkey, name || USUAL_NAME);
  }

  /** @throws ApiError resource_missing. */
  async remove(session: PasskeySession, id: string): Promise<void> {
    await this.change(session, async (ask) => {
      if (!(await deletePasskey(ask, session.userId, id))) throw new ApiError('resource_missing', { param: 'id' });
      // Codes for when the factor is lost are worth nothing without one, as when the last code of an app goes.
      if (!(await findHasSecondFactor(ask, session.userId))) await replaceRecoveryCodes(ask, session.userId, []);
    });
  }

  /** All other sessions end, and the person is mailed, in the commit of the change. */
  private async change({ id, userId }: PasskeySession, work: (ask: GatewayDatabase['ask']) => Promise<void>): Promise<void> {
    const mail = await this.mails.prepare('factor_changed', (await this.users.wordsOf(await this.users.get(userId))).email);
    await this.database.within(async (ask) => {
      await work(ask);
      await deleteSessionsOf(ask, userId, id);
      await this.mails.write(ask, mail);
    });
  }
}

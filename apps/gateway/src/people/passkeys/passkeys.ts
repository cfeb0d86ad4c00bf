import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, newId, Random, type NewPasskeyDto, type PasskeyResource } from '#contracts';
import { PersonalData } from '#personal-data';
import { ApiError } from '../../http/api-error';
import { PublicUrl } from '../../http/public-url';
import { GatewayDatabase } from '../../tables/gateway-database';
import { FactorChanges, type ChangingPerson } from '../second-factor/factor-changes';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.table';
import { findHasSecondFactor } from '../second-factor/second-factor.table';
import { Users } from '../users/users';
import { PasskeyChallenges } from './passkey-challenges';
import { deletePasskey, findPasskey, insertPasskey, passkeysOf, type NewPasskey } from './passkeys.table';
import { relyingPartyOf } from './relying-party';
import { checkNewCredential, creationOptions } from './webauthn';

/** Of one person. */
const PASSKEYS_MAX = 20;
const USUAL_NAME = 'Passkey';

/** Of a person who adds or removes one. */
type AskingPerson = ChangingPerson & { request: Pick<FastifyRequest, 'headers'> };

/** The passkeys of a person who is signed in. Each change of them ends the other sessions, and is mailed. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly challenges: PasskeyChallenges,
    private readonly users: Users,
    private readonly changes: FactorChanges,
    private readonly personalData: PersonalData,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @throws ApiError passkeys_unavailable. */
  async options({ session, request }: AskingPerson): Promise<object> {
    const rp = relyingPartyOf(request, this.publicUrl);
    const { email, name } = await this.users.wordsOf(await this.users.get(session.userId));
    const existing = await passkeysOf(this.database.ask, session.userId);
    const challenge = await this.challenges.issue('register', session.id);
    return creationOptions({ rp, challenge }, { id: session.userId, email, name }, existing);
  }

  /** @throws ApiError passkey_invalid, passkeys_unavailable, limit_exceeded. */
  async add(person: AskingPerson, { credential, name }: NewPasskeyDto): Promise<PasskeyResource> {
    const { id: sessionId, userId } = person.session;
    const rp = relyingPartyOf(person.request, this.publicUrl);
    const challenge = await this.challenges.take(credential, 'register', sessionId);
    const made = await checkNewCredential(credential, { rp, challenge });
    // Looked at before the mail is made: what changes nothing must not use up the mails of the hour.
    if ((await findPasskey(this.database.ask, made.credentialId)) !== undefined) throw alreadyRegistered();
    const createdAtMs = this.clock.nowMs();
    const sealed = await this.personalData.seal({ accountId: userId, id: userId }, name || USUAL_NAME, 'name');
    const passkey: NewPasskey = {
      ...{ id: newId('passkey', 0, createdAtMs, this.random), userId, ...made, name: sealed, createdAtMs, lastUsedAtMs: null },
      transports: credential.response.transports ?? [],
    };
    await this.changes.within('users.add_passkey', person, async (ask) => {
      const outcome = await insertPasskey(ask, passkey, PASSKEYS_MAX);
      if (outcome === 'full') throw new ApiError('limit_exceeded', { message: `A person has at most ${PASSKEYS_MAX} passkeys.` });
      if (outcome === 'taken') throw alreadyRegistered();
    });
    return this.users.passkeyResource(passkey, name || USUAL_NAME);
  }

  /** @throws ApiError resource_missing. */
  async remove(person: ChangingPerson, id: string): Promise<void> {
    const { userId } = person.session;
    const stored = await passkeysOf(this.database.ask, userId);
    if (!stored.some((passkey) => passkey.id === id)) throw new ApiError('resource_missing', { param: 'id' });
    await this.changes.within('users.remove_passkey', person, async (ask) => {
      if (!(await deletePasskey(ask, userId, id))) throw new ApiError('resource_missing', { param: 'id' });
      // Codes for when the factor is lost are worth nothing without one, as when the last code of an app goes.
      if (!(await findHasSecondFactor(ask, userId))) await replaceRecoveryCodes(ask, userId, []);
    });
  }
}

function alreadyRegistered(): ApiError {
  return new ApiError('passkey_invalid', {}, {}, 'passkey refused: it is registered already');
}

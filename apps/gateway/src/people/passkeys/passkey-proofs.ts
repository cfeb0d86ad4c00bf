import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, type PasskeyCredential } from '#contracts';
import { ApiError } from '../../http/api-error';
import { PublicUrl } from '../../http/public-url';
import { GatewayDatabase } from '../../tables/gateway-database';
import { PasskeyChallenges } from './passkey-challenges';
import type { ChallengePurpose } from './passkey-challenges.table';
import { findPasskey, passkeysOf, usePasskey, type StoredPasskey } from './passkeys.table';
import { relyingPartyOf } from './relying-party';
import { checkSignature, requestOptions } from './webauthn';

/** What a passkey is asked for. */
export type ProofPurpose = Exclude<ChallengePurpose, 'register'>;

/** Who it must be, where that is known already. */
export interface ProofOf {
  /** The session or sign-in that the proof is for. */
  subject: string;
  userId: string;
}

type Headers = Pick<FastifyRequest, 'headers'>;

/** Signatures of passkeys that people have: proof of two factors, the device and what unlocks it. */
@Injectable()
export class PasskeyProofs {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly challenges: PasskeyChallenges,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
  ) {}

  /** @param network of a request of whom nothing is known (`Guesses.placeOf`). @throws ApiError passkeys_unavailable. */
  async optionsForAnyone(request: Headers, network: string): Promise<object> {
    const rp = relyingPartyOf(request, this.publicUrl);
    return requestOptions({ rp, challenge: await this.challenges.issue('sign_in', network) }, []);
  }

  /** @throws ApiError passkeys_unavailable. */
  async optionsFor(request: Headers, purpose: ProofPurpose, { subject, userId }: ProofOf): Promise<object> {
    const rp = relyingPartyOf(request, this.publicUrl);
    const allowed = await passkeysOf(this.database.ask, userId);
    return requestOptions({ rp, challenge: await this.challenges.issue(purpose, subject) }, allowed);
  }

  /** Whose passkey it says it is: not proven yet. */
  async claimedUser({ id }: PasskeyCredential): Promise<string | undefined> {
    return (await findPasskey(this.database.ask, id))?.userId;
  }

  /**
   * Takes a signature. Each works once; of two with one count of the authenticator, one is right.
   *
   * @param of null for whoever the passkey belongs to. @returns whose it is. @throws ApiError passkey_invalid, passkeys_unavailable.
   */
  async take(request: Headers, credential: PasskeyCredential, purpose: ProofPurpose, of: ProofOf | null): Promise<string> {
    const rp = relyingPartyOf(request, this.publicUrl);
    const challenge = await this.challenges.take(credential, purpose, of?.subject ?? null);
    const passkey = await findPasskey(this.database.ask, credential.id);
    if (passkey === undefined || !isOf(passkey, credential, of)) throw refused('no such passkey of this person');
    if (purpose === 'sign_in' && !passkey.signsInAlone) throw refused('it must go with the new password first');
    const { counter, backedUp } = await checkSignature(credential, passkey, { rp, challenge });
    const use = { counter, backedUp, atMs: this.clock.nowMs(), isWithPassword: purpose === 'second_factor' };
    if (!(await usePasskey(this.database.ask, passkey.id, use))) throw refused('its count is not above the last one');
    return passkey.userId;
  }
}

/** An authenticator that was not given a list says whose passkey it is; one that was, may (Web Authentication Level 3, 7.2). */
function isOf({ userId }: StoredPasskey, { response }: PasskeyCredential, of: ProofOf | null): boolean {
  const claimed = response.userHandle ? Buffer.from(response.userHandle, 'base64url').toString('utf8') : undefined;
  return userId === (claimed ?? of?.userId) && (of === null || userId === of.userId);
}

function refused(why: string): ApiError {
  return new ApiError('passkey_invalid', {}, {}, `passkey refused: ${why}`);
}

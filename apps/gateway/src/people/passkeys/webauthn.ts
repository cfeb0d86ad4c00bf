import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyCredential } from '#contracts';
import { ApiError } from '../../http/api-error';
import type { StoredPasskey } from './passkeys.table';
import type { RelyingParty } from './relying-party';

/** Five minutes: what the standard recommends where the person is verified (W3C, Web Authentication Level 3, 15.1). */
export const CEREMONY_LIFETIME_MS = 300_000;
/** Ed25519, ES256, RS256: what every authenticator has one of. Named, so that processes on other versions of Node take the same. */
const ALGORITHMS = [-8, -7, -257];

type Bytes = Uint8Array<ArrayBuffer>;

/** What a signature is asked with. */
export interface Ceremony {
  rp: RelyingParty;
  /** 32 random bytes. */
  challenge: Buffer;
}

/** What a signature is compared with. @see Ceremony */
export interface ExpectedSignature {
  rp: RelyingParty;
  /** Base64url. */
  challenge: string;
}

/** Who gets a passkey, as the dialog of the browser shows them. */
export interface PasskeyOwner {
  id: string;
  email: string;
  name: string;
}

/** What a new passkey is. */
export type NewCredential = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'deviceType' | 'backedUp'>;

/** For `navigator.credentials.create()`. @param existing of the same person: an authenticator that has one makes no second one. */
export async function creationOptions(
  { rp, challenge }: Ceremony,
  owner: PasskeyOwner,
  existing: readonly StoredPasskey[],
): Promise<object> {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    ...{ rpName: 'Hundi', rpID: rp.id, challenge: bytesOf(challenge), timeout: CEREMONY_LIFETIME_MS, attestationType: 'none' },
    ...{ userID: bytesOf(Buffer.from(owner.id)), userName: owner.email, userDisplayName: owner.name },
    excludeCredentials: existing.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** For `navigator.credentials.get()`. @param allowed of the person who is known already; else the browser offers those that it has. */
export async function requestOptions({ rp, challenge }: Ceremony, allowed: readonly StoredPasskey[]): Promise<object> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    ...{ rpID: rp.id, challenge: bytesOf(challenge), timeout: CEREMONY_LIFETIME_MS, userVerification: 'required' },
    ...(allowed.length > 0 && { allowCredentials: allowed.map(describe) }),
  });
}

/** @throws ApiError passkey_invalid. */
export async function checkNewCredential(credential: PasskeyCredential, { rp, challenge }: ExpectedSignature): Promise<NewCredential> {
  return orInvalid(async () => {
    const { verifyRegistrationResponse } = await loadLibrary();
    await refuseCertificates(credential);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
      ...{ expectedChallenge: challenge, expectedOrigin: rp.origins, expectedRPID: rp.id, supportedAlgorithmIDs: ALGORITHMS },
    });
    if (!verified) throw new Error('the attestation is wrong');
    const { credential: made, credentialDeviceType: deviceType, credentialBackedUp: backedUp } = registrationInfo;
    return { credentialId: made.id, publicKey: Buffer.from(made.publicKey), counter: made.counter, deviceType, backedUp };
  });
}

/** @returns what the authenticator says of itself. @throws ApiError passkey_invalid. */
export async function checkSignature(
  credential: PasskeyCredential,
  { credentialId: id, publicKey, counter }: StoredPasskey,
  { rp, challenge }: ExpectedSignature,
): Promise<{ counter: number; backedUp: boolean }> {
  return orInvalid(async () => {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
      ...{ expectedChallenge: challenge, expectedOrigin: rp.origins, expectedRPID: rp.id },
      credential: { id, publicKey: bytesOf(publicKey), counter },
    });
    if (!verified) throw new Error('the signature is wrong');
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  });
}

/**
 * The challenge that was signed, as the browser wrote it down; undefined for what is no answer of one, and for a page in a frame of
 * another one: ours are in none.
 */
export function challengeIn({ response }: PasskeyCredential): string | undefined {
  try {
    const text = Buffer.from(response.clientDataJSON ?? '', 'base64url').toString('utf8');
    const { challenge, crossOrigin } = JSON.parse(text) as { challenge?: unknown; crossOrigin?: unknown };
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** We ask for none, and the library would fetch what the certificates of a stranger name. */
async function refuseCertificates({ response }: PasskeyCredential): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(bytesOf(Buffer.from(response.attestationObject ?? '', 'base64url')));
  const format = attestation.get('fmt');
  // Some authenticators sign with the new key itself, and browsers let that pass.
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error(`attestation ${format} was not asked for`);
}

/** The library throws for whatever is wrong with an answer. The log learns what; the caller learns that it is. */
async function orInvalid<TResult>(check: () => Promise<TResult>): Promise<TResult> {
  try {
    return await check();
  } catch (error) {
    throw new ApiError('passkey_invalid', {}, {}, `passkey refused: ${String(error)}`);
  }
}

function describe({ credentialId: id, transports }: StoredPasskey): { id: string; transports: string[] } {
  return { id, transports };
}

/** The library wants bytes with a buffer that nobody shares. */
function bytesOf(buffer: Buffer): Bytes {
  return new Uint8Array(buffer);
}

/** Loaded with the first passkey: it takes megabytes, and many processes never need it. */
const loadLibrary = () => import('@simplewebauthn/server');

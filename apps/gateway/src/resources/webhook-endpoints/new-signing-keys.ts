import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { NewSigningKeys, Random, SealedSigningKey } from '#contracts';
import type { Seal } from '#personal-data';

/** Bytes of an HMAC secret and of the seed of an ed25519 key (docs/reference/webhooks.md, Secrets and rotation). */
const SECRET_BYTES = 32;
/** What stands before the seed in the PKCS #8 form of an ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
/** What stands before the key itself in the SPKI form of an ed25519 public key. */
const SPKI_HEAD_BYTES = 12;
const HINT_LENGTH = 4;
const FINGERPRINT_LENGTH = 16;

/** One new key for each scheme, sealed: nothing that leaves here can be signed with. */
export function newSigningKeys(random: Random, seal: Seal): NewSigningKeys {
  const secret = `whsec_${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')}`;
  return { keys: [sealed('v1', secret, { seal }), ed25519Key(random, seal)], secretHint: secret.slice(-HINT_LENGTH) };
}

/** The private key is never shown; it is kept with its public half, as Standard Webhooks writes such keys. */
function ed25519Key(random: Random, seal: Seal): SealedSigningKey {
  const seed = Buffer.from(random.bytes(SECRET_BYTES));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD_BYTES);
  const text = `whsk_${Buffer.concat([seed, publicKey]).toString('base64')}`;
  return sealed('v1a', text, { seal, publicKey: `whpk_${publicKey.toString('base64')}` });
}

function sealed(
  alg: SealedSigningKey['alg'],
  text: string,
  { seal, publicKey = null }: { seal: Seal; publicKey?: string | null },
): SealedSigningKey {
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, FINGERPRINT_LENGTH);
  return { alg, sealed: seal(text, 'signing_key'), publicKey, fingerprint };
}

import { crc32 } from 'node:zlib';
import { API_KEY_KINDS, base62OfBytes, ID_PREFIX, toBase62, type ApiKeyKind, type Random } from '#contracts';

/** How the text of a key of each kind begins. */
export const KIND_PREFIX = { secret: 'sk', restricted: 'rk', publishable: 'pk' } as const satisfies Record<ApiKeyKind, string>;

/** An API key taken apart (docs/reference/security.md, API keys). Never logged, never stored: only its digest is. */
export interface ApiKeyParts {
  kind: ApiKeyKind;
  livemode: boolean;
  /** `key_…`, public: the primary key of the row and the name of the actor in the audit trail. */
  keyId: string;
  secret: string;
}

const ID_LENGTH = 24;
/** 30 base-62 characters: 178 random bits, above the 160 that make a fast digest safe. */
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(
  `^(sk|rk|pk)_(test|live)_([0-9A-Za-z]{${ID_LENGTH}})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);
/** `sk_test_` and the three parts. */
const KEY_LENGTH = 8 + ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH;

/** The text the caller keeps: `<kind>_<mode>_<keyId><secret><checksum>`. */
export function formatApiKey(parts: ApiKeyParts): string {
  const text = `${KIND_PREFIX[parts.kind]}_${parts.livemode ? 'live' : 'test'}_${parts.keyId.slice(ID_PREFIX.apiKey.length + 1)}${parts.secret}`;
  return text + checksumOf(text);
}

/** Takes a key apart, or undefined when format or checksum are wrong. No I/O: typos, scans and foreign keys cost nothing. */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  if (text.length !== KEY_LENGTH) return undefined;
  const match = FORMAT.exec(text);
  if (match === null) return undefined;
  const [, prefix, mode, id, secret, checksum] = match as unknown as [string, string, string, string, string, string];
  if (checksumOf(text.slice(0, -CHECKSUM_LENGTH)) !== checksum) return undefined;
  const kind = API_KEY_KINDS.find((one) => KIND_PREFIX[one] === prefix);
  return kind && { kind, livemode: mode === 'live', keyId: `${ID_PREFIX.apiKey}_${id}`, secret };
}

const HINT_START_LENGTH = 12;
const HINT_END_LENGTH = 4;

/** What may be shown of a key to recognize it by: `sk_test_0Vbg…QmVp`. Its last characters are of the checksum. */
export function hintOf(key: string): string {
  return `${key.slice(0, HINT_START_LENGTH)}…${key.slice(-HINT_END_LENGTH)}`;
}

/** A new secret. Bytes above 247 are dropped, so that every character is equally likely. */
export function newSecret(random: Random): string {
  let text = '';
  while (text.length < SECRET_LENGTH) text += base62OfBytes(random.bytes(SECRET_LENGTH).filter((byte) => byte < 248));
  return text.slice(0, SECRET_LENGTH);
}

/** CRC-32 in base 62, padded to six characters: lets a scanner tell a leaked key from a lookalike. */
function checksumOf(text: string): string {
  return toBase62(crc32(text), CHECKSUM_LENGTH);
}

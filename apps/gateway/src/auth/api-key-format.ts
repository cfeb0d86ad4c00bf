import { API_KEY_KINDS, ID_PREFIX, type ApiKeyKind } from '#contracts';
import { formatSecretText, parseSecretText } from './secret-text';

export { hintOf, newSecret } from './secret-text';

/** How the text of a key of each kind begins. */
const KIND_PREFIX = { secret: 'sk', restricted: 'rk', publishable: 'pk' } as const satisfies Record<ApiKeyKind, string>;

/** An API key taken apart (docs/reference/security.md, API keys). Never logged, never stored: only its digest is. */
export interface ApiKeyParts {
  kind: ApiKeyKind;
  livemode: boolean;
  /** `key_…`, public: the primary key of the row and the name of the actor in the audit trail. */
  keyId: string;
  secret: string;
}

/** The text the caller keeps: `<kind>_<mode>_<keyId><secret><checksum>`. */
export function formatApiKey({ kind, livemode, keyId, secret }: ApiKeyParts): string {
  return formatSecretText(KIND_PREFIX[kind], { livemode, id: keyId.slice(ID_PREFIX.apiKey.length + 1), secret });
}

/** Takes a key apart, or undefined when format or checksum are wrong. No I/O: typos, scans and foreign keys cost nothing. */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const kind = API_KEY_KINDS.find((one) => text.startsWith(KIND_PREFIX[one]));
  const parts = kind && parseSecretText(KIND_PREFIX[kind], text);
  return parts && { kind, livemode: parts.livemode, keyId: `${ID_PREFIX.apiKey}_${parts.id}`, secret: parts.secret };
}

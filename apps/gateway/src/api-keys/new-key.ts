import type { ApiKeyKind, Random, ShownText } from '#contracts';
import { formatApiKey, hintOf, newSecret } from '../auth/api-key-format';

/** A key that is being made. Its text is shown once and kept nowhere. */
export interface NewKey {
  id: string;
  /** The whole of it. */
  text: string;
  /** What is digested of it. */
  secret: string;
  shown: ShownText;
}

/** Draws a secret for the key of this id. */
export function newKey(id: string, { kind, livemode, random }: { kind: ApiKeyKind; livemode: boolean; random: Random }): NewKey {
  const secret = newSecret(random);
  const text = formatApiKey({ kind, livemode, keyId: id, secret });
  return { id, text, secret, shown: { hint: hintOf(text), ...(kind === 'publishable' && { publishable: text }) } };
}

/** What a key is called unless a name is given. */
export function usualNameOf(kind: ApiKeyKind): string {
  return `${kind[0]?.toUpperCase()}${kind.slice(1)} key`;
}

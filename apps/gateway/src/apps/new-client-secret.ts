import { ID_PREFIX, type MadeClientSecret, type Random } from '#contracts';
import type { Seal } from '#personal-data';
import type { NewSecret } from '../accounts/accounts';
import { formatSecretText, hintOf, newSecret } from '../auth/secret-text';

/** How the text of a client secret begins. */
export const CLIENT_SECRET_PREFIX = 'ocs';

/** A client secret that is being made. Its text is shown once and kept nowhere. */
export interface NewClientSecret extends NewSecret {
  text: string;
}

/** Draws a secret for the app of this id. */
export function newClientSecret(appId: string, { livemode, random }: { livemode: boolean; random: Random }): NewClientSecret {
  const secret = newSecret(random);
  const text = formatSecretText(CLIENT_SECRET_PREFIX, { livemode, id: appId.slice(ID_PREFIX.app.length + 1), secret });
  return { ownerId: appId, secret, text };
}

/** What of it goes into a command. */
export function madeClientSecret({ text }: NewClientSecret, seal: Seal): MadeClientSecret {
  return { hint: hintOf(text), sealedSecret: seal(text, 'app_secret') };
}

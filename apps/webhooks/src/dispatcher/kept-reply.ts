import type { PersonalData } from '#personal-data';
import { maskSecrets } from '#service';

/** What was sent, as it is kept. */
interface Sent {
  accountId: string;
  /** With personal values as tokens. */
  body: string;
  personalData: Pick<PersonalData, 'sealLike'>;
}

/**
 * The answer of a receiver as it is kept for days: without what looks like a secret, and sealed for the one whose personal values
 * were sent, because receivers repeat what they got. When that one is erased, so is the answer. Null where that cannot be said.
 */
export async function keptReply(text: string | null, { accountId, body, personalData }: Sent): Promise<string | null> {
  if (text === null || text === '') return text;
  return personalData.sealLike(body, accountId, maskSecrets(text)).catch(() => null);
}

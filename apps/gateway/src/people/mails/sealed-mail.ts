import type { PersonalData } from '#personal-data';
import type { Mail } from './mail';
import type { StoredMail } from './mails.table';

/** The subject under whose key mails are sealed: they live a week, and are of nobody's account. */
const MAILS = { accountId: 'mails', id: 'mails' } as const;

/** A mail as the table keeps it. */
export function sealMail(personalData: Pick<PersonalData, 'seal'>, mail: Mail): Promise<string> {
  return personalData.seal(MAILS, JSON.stringify(mail));
}

/** Null for one whose key is gone, or that was handed over. */
export async function openMail(
  personalData: Pick<PersonalData, 'unsealValue'>,
  { content }: Pick<StoredMail, 'content'>,
): Promise<Mail | null> {
  if (content === '') return null;
  const text = await personalData.unsealValue(content, MAILS.accountId);
  return typeof text === 'string' ? (JSON.parse(text) as Mail) : null;
}

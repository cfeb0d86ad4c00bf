import type { PersonalData } from '#personal-data';

/** The scope of digests of addresses of people: that of no account. */
const PEOPLE = 'people';

/** An address as it is compared: without blanks around it, in lower case. */
export function normalizedEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** The keyed digest by which a person is found. */
export function emailDigest(personalData: Pick<PersonalData, 'blindIndex'>, email: string): string {
  return personalData.blindIndex(PEOPLE, 'email', normalizedEmail(email));
}

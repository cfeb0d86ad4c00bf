import { newId } from '#contracts';
import { askOn } from '#event-store';
import { appendUserAct } from '../../accounts/audit-log/user-acts';
import { membershipsOf } from '../../accounts/memberships/memberships.table';
import { withAccountsStore } from '../../accounts/operator-order';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { mailOf } from '../mails/mail';
import { insertMail, latestMails } from '../mails/mails.table';
import { openMail, sealMail } from '../mails/sealed-mail';
import { deletePasskeysOf } from '../passkeys/passkeys.table';
import { hasSecondFactor } from '../second-factor/factors-of';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.table';
import { removeTotp } from '../second-factor/totp.table';
import { closeWaysIn } from '../users/close-ways-in';
import { emailDigest } from '../users/email';
import { findUser, findUserByEmail, latestUsers, saveUserStatus, type StoredUser } from '../users/users.table';
import { withAsk, type PeopleStore } from './people-store';

/** A person, as operators see one. Times in milliseconds since the epoch. */
export interface ShownUser extends Pick<StoredUser, 'id' | 'status' | 'isOperator' | 'createdAtMs' | 'lastSignedInAtMs'> {
  /** Empty when it cannot be read, as `name`. */
  email: string;
  name: string;
  hasSecondFactor: boolean;
}

/** What an operator decides about a person. */
export const USER_ACTS = ['reset_second_factor', 'disable', 'enable'] as const;
export type UserAct = (typeof USER_ACTS)[number];

/** A mail, as operators read it. */
export interface ShownMail {
  id: string;
  kind: string;
  /** Null when it cannot be read, as the others. */
  to: string | null;
  subject: string | null;
  link: string | null;
  createdAtMs: number;
}

/** The newest first. @param page at most so many, after a person. */
export async function listUsers(store: PeopleStore, page: { limit: number; afterId?: string }): Promise<ShownUser[]> {
  const users = await withAsk(store, (ask) => latestUsers(ask, page));
  return Promise.all(users.map((user) => shownUser(store, user)));
}

/** @param word an id, or an address in any case. @returns undefined when there is no such person. */
export async function findUserOf(store: PeopleStore, word: string): Promise<ShownUser | undefined> {
  const found = await withAsk(store, (ask) =>
    word.includes('@') ? findUserByEmail(ask, emailDigest(store.personalData, word)) : findUser(ask, word),
  );
  return found && shownUser(store, found);
}

/**
 * Carries it out, with an entry in the audit log of every account of the person, all in one commit. Whoever lost the second factor or is
 * disabled is signed out everywhere; a person whose second factor was taken away is mailed.
 *
 * @param note why; at most 500 characters.
 */
export async function actOnUser(
  store: PeopleStore,
  { id, email }: Pick<ShownUser, 'id' | 'email'>,
  act: UserAct,
  note?: string,
): Promise<void> {
  const { operator = 'operator', clock, random } = store;
  const accountIds = (await withAsk(store, (ask) => membershipsOf(ask, id))).map(({ accountId }) => accountId);
  const about = { action: `users.${act}`, userId: id, operator, note, atMs: clock.nowMs() };
  const mail =
    act === 'reset_second_factor' && email !== '' ? await sealMail(store.personalData, mailOf('factor_changed', email)) : undefined;
  await withAccountsStore(store, (accounts) =>
    appendUserAct(accounts, accountIds, about, async (client) => {
      const ask = askOn(client);
      await change(ask, id, act);
      if (mail === undefined) return;
      const createdAtMs = clock.nowMs();
      await insertMail(ask, { id: newId('mail', 0, createdAtMs, random), kind: 'factor_changed', content: mail, createdAtMs });
    }),
  );
}

/** The latest first. @param most of them. */
export async function listMails(store: PeopleStore, most: number): Promise<ShownMail[]> {
  const stored = await withAsk(store, (ask) => latestMails(ask, most));
  return Promise.all(
    stored.map(async (one) => {
      const { to = null, subject = null, link = null } = (await openMail(store.personalData, one)) ?? {};
      return { id: one.id, kind: one.kind, to, subject, link, createdAtMs: one.createdAtMs };
    }),
  );
}

async function change(ask: AskRows, userId: string, act: UserAct): Promise<void> {
  if (act === 'reset_second_factor') {
    await removeTotp(ask, userId);
    await deletePasskeysOf(ask, userId);
    await replaceRecoveryCodes(ask, userId, []);
  } else await saveUserStatus(ask, userId, act === 'disable' ? 'disabled' : 'active');
  if (act !== 'enable') await closeWaysIn(ask, userId);
}

async function shownUser({ personalData }: PeopleStore, user: StoredUser): Promise<ShownUser> {
  const { id, status, isOperator, createdAtMs, lastSignedInAtMs } = user;
  const text = await personalData.unseal(JSON.stringify({ email: user.email, name: user.name }), id);
  const { email, name } = JSON.parse(text) as { email: string | null; name: string | null };
  const shown = { id, email: email ?? '', name: name ?? '', status, isOperator, createdAtMs, lastSignedInAtMs };
  return { ...shown, hasSecondFactor: hasSecondFactor(user) };
}

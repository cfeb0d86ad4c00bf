import { INVITATION_LIFETIME_MS, newAccountId, newId, shardOfAccount } from '#contracts';
import { askOn } from '#event-store';
import { order } from '../../accounts/operator-order';
import { insertLink } from '../links/links.table';
import { insertInvitation } from '../members/invitations.table';
import { emailDigest, normalizedEmail } from '../users/email';
import { newToken, tokenDigest } from '../users/tokens';
import type { PeopleStore } from './people-store';

/** An account that waits for its owner. The token stands in the link of the invitation, and is kept nowhere. */
export interface InvitedAccount {
  accountId: string;
  invitationId: string;
  token: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/**
 * Makes an account and an invitation to own it, in one commit. Live mode is not enabled.
 *
 * @param wanted `name` of 1 to 100 characters. `makesOperator`: whoever accepts the invitation is an operator of this Hundi, too.
 * @throws AccountRefusedError.
 */
export async function createInvitedAccount(
  store: PeopleStore,
  { name, email, makesOperator }: { name: string; email: string; makesOperator: boolean },
): Promise<InvitedAccount> {
  const { clock, random, personalData } = store;
  const nowMs = clock.nowMs();
  const accountId = newAccountId(nowMs, random);
  const invitationId = newId('invitation', shardOfAccount(accountId), nowMs, random);
  const token = newToken(random);
  const expiresAtMs = nowMs + INVITATION_LIFETIME_MS;
  const sealed = await personalData.seal({ accountId, id: accountId }, normalizedEmail(email), 'email');
  const invitation = { id: invitationId, email: sealed, emailDigest: emailDigest(personalData, email), makesOperator };
  const link = { purpose: 'invitation', userId: null, subject: `${accountId} ${invitationId}`, sealed: null, expiresAtMs } as const;
  const payload = { name, liveEnabled: false, ownerInvitation: { invitationId, expiresAtMs } };
  const wanted = { type: 'accounts.create', streamId: accountId, accountId, livemode: true, payload };
  await order(store, wanted, {
    alongside: async (client) => {
      await insertInvitation(askOn(client), accountId, invitation);
      await insertLink(askOn(client), tokenDigest(token), link);
    },
  });
  return { accountId, invitationId, token, expiresAtMs };
}

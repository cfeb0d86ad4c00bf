import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { deleteLinksOf } from '../links/links.table';
import { deleteSessionsOf } from '../sessions/sessions.table';
import { deleteFlowsOf } from '../sign-in/flows.table';

/**
 * Ends what was begun with a password or address that is replaced: sessions, sign-ins that wait for the second factor, and mailed links,
 * also those to other addresses.
 *
 * @param exceptId the session that goes on.
 */
export async function closeWaysIn(ask: AskRows, userId: string, exceptId?: string): Promise<void> {
  await deleteSessionsOf(ask, userId, exceptId);
  await deleteFlowsOf(ask, userId);
  await deleteLinksOf(ask, userId);
}

import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { deleteLinksOf } from '../links/links.table';
import { deleteSessionsOf } from '../sessions/sessions.table';
import { deleteFlowsOf } from '../sign-in/flows.table';

/**
 * Closes whatever was opened with what a person has just replaced: sessions, sign-ins that wait for the second factor, and links that
 * were mailed, to an address that is no longer theirs, or by somebody else to one that never was.
 *
 * @param exceptId the session that goes on.
 */
export async function closeWaysIn(ask: AskRows, userId: string, exceptId?: string): Promise<void> {
  await deleteSessionsOf(ask, userId, exceptId);
  await deleteFlowsOf(ask, userId);
  await deleteLinksOf(ask, userId);
}

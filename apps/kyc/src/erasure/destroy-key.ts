import type { TaskRunner } from '#event-store';
import type { PersonalData } from '#personal-data';
import type { DocumentHolders } from '../vault/document-customers';
import { recordSubjectOf } from './record-subject';

/**
 * Destroys the key of a redacted verification and forgets the hash of its document: from then on no one can read what was
 * sealed for it, in the log, in stored answers, on topics or in backups. A crash in between repeats it, which changes nothing.
 */
export function verificationKeyDestroyer(personalData: PersonalData, holders: DocumentHolders): TaskRunner {
  return async ({ snapshot: { head } }) => {
    await holders.forget(head.streamId);
    await personalData.destroy(recordSubjectOf({ accountId: head.accountId, verificationId: head.streamId }));
    return { type: 'kyc.record_key_destroyed', payload: {} };
  };
}

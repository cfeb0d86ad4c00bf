import type { TaskRunner } from '#event-store';
import type { PersonalData } from '#personal-data';

/**
 * Destroys the key of an erased customer: from then on what was encrypted for them is unreadable, also in backups. The state
 * says that it is still to do until the outcome is stored, so a crash in between repeats it, and repeating changes nothing.
 */
export function keyDestroyer(personalData: PersonalData): TaskRunner {
  return async ({ snapshot: { head } }) => {
    await personalData.destroy({ accountId: head.accountId, id: head.streamId });
    return { type: 'customers.record_key_destroyed', payload: {} };
  };
}

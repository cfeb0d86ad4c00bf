import type { TaskRunner } from '#event-store';
import type { PersonalData } from '#personal-data';

/**
 * Destroys the key of a deleted endpoint: from then on its secrets are unreadable, also in backups. The state says that
 * it is still to do until the outcome is stored, so a crash in between repeats it, and repeating changes nothing.
 */
export function endpointKeyDestroyer(personalData: PersonalData): TaskRunner {
  return async ({ snapshot: { head } }) => {
    await personalData.destroy({ accountId: head.accountId, id: head.streamId });
    return { type: 'webhook_endpoints.record_key_destroyed', payload: {} };
  };
}
